/** What brings the engine to a named point of the journal on EVM. */
export type EvmScenario =
  /** A run and mints of the API, as ever. */
  | 'work'
  /** As many runs as passages. */
  | 'runs'
  /** A new collection. */
  | 'deploy'
  /** The base fee rises above what is signed. */
  | 'fees'
  /** Something outside takes the sequence of what is signed. */
  | 'outside'
  /** An older copy of the database is put back. */
  | 'copy'

/**
 * The same on Solana, of certified collections or Core ones. `expire`: transactions do not arrive before their blockhash is too old.
 * `changes`: NFTs of both kinds are updated, moved and burnt, compressed and uncompressed ones.
 */
export type SolanaScenario =
  | 'work'
  | 'deploy'
  | 'expire'
  | 'copy'
  | 'changes'
  | 'expire changes'
  | 'core work'
  | 'core deploy'
  | 'core expire'
  | 'core copy'

/**
 * Scenarios that come by their points as often as there is work: a later passage of theirs must be reached. The others make one occasion,
 * at which a point may be passed once only: a later passage is tried, and said when it does not come.
 */
export const comesAgain: ReadonlySet<EvmScenario | SolanaScenario> = new Set([
  'work',
  'runs',
  'deploy',
  'changes',
  'core work',
  'core deploy',
])

type Points<Scenario> = Readonly<Record<string, Scenario>>

/** Of changes there are these points, none of batches. */
const ofChanges = new Set([
  'before commit',
  'after commit',
  'before send',
  'after send',
  'before settle',
  'after settle',
  'after round',
])

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

/** Those of making a run and adding its rows, which is the same on every chain. */
const ofRuns = {
  'before run': 'runs',
  'after run': 'runs',
  'before rows': 'work',
  'in rows': 'work',
  'after rows': 'work',
} as const

/** Those of chains with sequences. */
const ofSequences = {
  ...everywhere,
  'before bump': 'fees',
  'after bump': 'fees',
  'before dead': 'outside',
  'after dead': 'outside',
} as const

/** Every named point of the journal (`deps.point`) but those of `onTakenBack`. */
export const evmPoints: Points<EvmScenario> = { ...ofSequences, ...ofRuns }

/** What brings the engine to them on Aptos. `changes`: NFTs of users are updated, moved and burnt. */
export type AptosScenario = Exclude<EvmScenario, 'runs'> | 'changes'

/** Those that Aptos comes by, which has sequences, too, with each of their scenarios. */
export const aptosPoints: readonly (readonly [point: string, scenario: AptosScenario])[] = Object.entries(
  ofSequences,
).flatMap(([point, scenario]): [string, AptosScenario][] => [
  [point, scenario],
  ...(ofChanges.has(point) ? [[point, 'changes'] satisfies [string, AptosScenario]] : []),
])

/**
 * Reached only after a reorganisation deeper than the confirmations, which practice networks do not have: at these the model is ended (`test/journal`)
 * and the engine (`test/minting/reconcile/reverted.test.ts`); no core is killed.
 */
export const onTakenBack: readonly string[] = [
  'before gap',
  'after gap',
  'before recover',
  'after recover',
  'before restate',
  'after restate',
]

const ofCore = { work: 'core work', deploy: 'core deploy', copy: 'core copy' } as const

/**
 * Those that Solana comes by, with each of their scenarios: it has no sequences, so no gaps in them, nothing to replace, and no order in
 * which what was taken back would go out again.
 */
export const solanaPoints: readonly (readonly [point: string, scenario: SolanaScenario])[] = [
  ...Object.entries(everywhere).flatMap(([point, scenario]): [string, SolanaScenario][] => [
    [point, scenario],
    [point, ofCore[scenario]],
    ...(ofChanges.has(point) ? [[point, 'changes'] satisfies [string, SolanaScenario]] : []),
  ]),
  ...['before dead', 'after dead'].flatMap((point) =>
    (['expire', 'core expire', 'expire changes'] as const).map((scenario) => [point, scenario] as const),
  ),
]
