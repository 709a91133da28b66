/** What brings the engine to a named point of the journal. */
export type Scenario =
  /** A run and mints of the API, as ever. */
  | 'work'
  /** A new collection. */
  | 'deploy'
  /** The base fee rises above what is signed. */
  | 'fees'
  /** Something outside took a sequence, and the chain lost that. */
  | 'gap'
  /** Something outside takes the sequence of what is signed. */
  | 'outside'
  /** The network is killed with the core, and comes back as it was saved. */
  | 'network'
  /** An older copy of the database is put back. */
  | 'copy'

/**
 * Scenarios that come by their points as often as there is work: a later passage of theirs must be reached. The others make one occasion,
 * at which a point may be passed once only: a later passage is tried, and said when it does not come.
 */
export const comesAgain: ReadonlySet<Scenario> = new Set(['work', 'deploy'])

/** Every named point of the journal (`deps.point`), in the order of a mint's way. */
export const crashPoints: Readonly<Record<string, Scenario>> = {
  'before compose': 'work',
  'after compose': 'work',
  'before prepare': 'work',
  'after prepare': 'work',
  'before commit': 'work',
  'after commit': 'work',
  'before send': 'work',
  'after send': 'work',
  'before settle': 'work',
  'after settle': 'work',
  'after round': 'work',
  'before deploy': 'deploy',
  'after deploy': 'deploy',
  'before bump': 'fees',
  'after bump': 'fees',
  'before gap': 'gap',
  'after gap': 'gap',
  'before dead': 'outside',
  'after dead': 'outside',
  'before recover': 'network',
  'after recover': 'network',
  'before enter': 'copy',
  'after enter': 'copy',
}
