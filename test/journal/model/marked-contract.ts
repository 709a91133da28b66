import { foldTrail, type Mark, type MintFence, noTrail } from '../../../src/core/chains/family/fence.ts'

/** A minting call of one minter. */
export interface MintCall {
  job: string
  /** What it mints, in order. */
  members: readonly string[]
  /** Which recipient and metadata each has: the number of its last correction. Absent: none was ever corrected. */
  contents?: readonly number[]
  fence: MintFence
}

/** What Jobs.sol keeps of one minter, and what else of a collection its rules need. Never changed: a reorganisation goes back to an earlier one. */
export interface MarkedContract {
  mark: Mark
  /** Jobs in the order in which they were minted; each with its first token. */
  jobs: ReadonlyMap<string, number>
  /** By token id less one. */
  minted: readonly string[]
  /** What was minted of those that were ever corrected. */
  contents: ReadonlyMap<string, number>
  /** What was minted together, in order. */
  batches: readonly { first: number; mints: readonly string[] }[]
  /** Permissions of the one holder who uses any (SignedTransfers.sol). */
  permits: ReadonlySet<string>
  /** Who moved or may move a token since it was minted. */
  moved: ReadonlyMap<number, string>
}

export type Verdict =
  | 'minted'
  | 'already-minted'
  | 'another-writer'
  | 'another-history'
  | 'replaced-minted'
  | 'reverted'

/** Which of its checks a contract has. */
export interface Checks {
  trail: boolean
  names: boolean
}

const allChecks: Checks = { trail: true, names: true }

export const emptyContract: MarkedContract = {
  ...{ mark: { writer: 0, trail: noTrail }, jobs: new Map(), minted: [], contents: new Map() },
  ...{ batches: [], permits: new Set(), moved: new Map() },
}

/** A minting call, with the checks of Jobs.sol in their order. `reverts`: for a reason of its own, as a recipient that refuses. */
export function execute(
  contract: MarkedContract,
  { job, members, contents = [], fence }: MintCall,
  reverts = false,
  checks: Checks = allChecks,
): { contract: MarkedContract; verdict: Verdict } {
  const { mark, jobs, minted, batches } = contract
  const refused = (verdict: Verdict) => ({ contract, verdict })
  if (jobs.has(job)) return refused('already-minted')
  if (mark.writer !== fence.expected) return refused('another-writer')
  const enters = fence.expected !== fence.writer
  if (checks.trail && enters && mark.trail !== fence.trail) return refused('another-history')
  if (checks.names && fence.replaced.some((one) => jobs.has(one))) return refused('replaced-minted')
  if (reverts) return refused('reverted')
  const first = minted.length + 1
  return {
    verdict: 'minted',
    contract: {
      ...contract,
      mark: { writer: fence.writer, trail: foldTrail(mark.trail, job) },
      jobs: new Map([...jobs, [job, first]]),
      minted: [...minted, ...members],
      contents: new Map([...contract.contents, ...members.map((id, place) => [id, contents[place] ?? 0] as const)]),
      batches: members.length > 1 ? [...batches, { first, mints: members }] : batches,
    },
  }
}

/** What a contract minted more than once. */
export function doubles({ minted }: MarkedContract): string[] {
  return minted.filter((member, place) => minted.indexOf(member) !== place)
}
