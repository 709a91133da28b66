import type { BrokenCap } from '../journal/caps.ts'
import type { Doubt } from './hear-others.ts'
import type { Notice } from './notices.ts'
import type { Trouble } from './transactions/send.ts'
import type { Signed } from './transactions/sign.ts'

/** What a planning round came to. */
export interface Planned {
  signed: number
  /** Batches and mints that ended without a transaction. */
  batches: number[]
  ended: number[]
  /** When to observe again though nothing is in flight, ms; null: when woken. */
  waitMs: number | null
  /** Smallest unit of the coin that the treasury lacks for the next transaction. */
  missing: bigint | null
  /** Runs and hand-overs for which nothing is signed, because more is asked for a unit of weight than they may pay: the price, and their ceilings. */
  aboveCeiling: { price: bigint; ceilings: Map<string, bigint> }
  /** Spending caps that hold up runs, and the one that holds up everything; null: none does. */
  capped: { runs: Map<string, BrokenCap>; all: BrokenCap | null }
  /** There is external nonce use, and the chain must come to rest before its word counts. */
  unsettled: boolean
  /** What it is that nothing is signed for, where a person is to know. */
  waiting: Notice | null
  /** Why something is not signed, where one RPC alone tells of external nonce use, that a wallet lacks coin, or that a contract is there. */
  doubt: Doubt | null
  /** Metadata must be with the pinning service first; `error` says why it cannot go there now. */
  unpublished: { error: Error | null } | null
  trouble: Trouble | null
  /** The chain lacks transactions that the journal holds as settled: they go out again before anything else. */
  behind: boolean
  /** What kept a collection from going on; the others did. */
  fault: { error: unknown } | null
}

export function nothingPlanned(): Planned {
  return {
    signed: 0,
    batches: [],
    ended: [],
    waitMs: null,
    missing: null,
    aboveCeiling: { price: 0n, ceilings: new Map() },
    capped: { runs: new Map(), all: null },
    unsettled: false,
    waiting: null,
    doubt: null,
    unpublished: null,
    trouble: null,
    behind: false,
    fault: null,
  }
}

/** Notes why no more can be signed in this round; whether it goes on. */
export function goesOn(signed: Exclude<Signed, { kind: 'refused' }>, planned: Planned): boolean {
  if (signed.kind === 'short') planned.missing = signed.missing
  if (signed.kind === 'unpublished') planned.unpublished = signed
  if (signed.kind === 'capped') noteCap(signed.cap, planned)
  return signed.kind === 'signed' || signed.kind === 'gone' || (signed.kind === 'capped' && signed.cap.kind === 'run')
}

/** Notes which of these wait until less is asked for a unit of weight; answers the others. */
export function withinCeiling<Held extends { id: string; ceiling: bigint | null }>(
  all: readonly Held[],
  price: bigint,
  { aboveCeiling }: Planned,
): Held[] {
  return all.filter(({ id, ceiling }) => {
    if (ceiling === null || price <= ceiling) return true
    aboveCeiling.price = price
    aboveCeiling.ceilings.set(id, ceiling)
    return false
  })
}

/** Notes what a spending cap holds up: a run, or everything of the project on the network. */
export function noteCap(cap: BrokenCap, { capped }: Planned): void {
  if (cap.run === null) capped.all = cap
  else capped.runs.set(cap.run, cap)
}
