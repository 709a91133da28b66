/** What brings the engine to a named point of the journal on EVM. */
export type EvmScenario =
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

/** The same on Solana; `expire`: transactions do not arrive before their blockhash is too old. */
export type SolanaScenario = 'work' | 'deploy' | 'expire' | 'copy'

/**
 * Scenarios that come by their points as often as there is work: a later passage of theirs must be reached. The others make one occasion,
 * at which a point may be passed once only: a later passage is tried, and said when it does not come.
 */
export const comesAgain: ReadonlySet<EvmScenario | SolanaScenario> = new Set(['work', 'deploy'])

type Points<Scenario> = Readonly<Record<string, Scenario>>

const everywhere = {
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
  'before enter': 'copy',
  'after enter': 'copy',
} as const

/** Every named point of the journal (`deps.point`). */
export const evmPoints: Points<EvmScenario> = {
  ...everywhere,
  'before bump': 'fees',
  'after bump': 'fees',
  'before gap': 'gap',
  'after gap': 'gap',
  'before dead': 'outside',
  'after dead': 'outside',
  'before recover': 'network',
  'after recover': 'network',
}

/**
 * Those that Solana comes by: it has no sequences, so no gaps in them, nothing to replace, and no order in which what a network lost would go
 * out again.
 */
export const solanaPoints: Points<SolanaScenario> = {
  ...everywhere,
  'before dead': 'expire',
  'after dead': 'expire',
}
