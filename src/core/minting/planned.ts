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
  /** Runs and hand-overs for which nothing is signed, because the price of a unit of weight is above their ceilings: the price, and the ceilings. */
  aboveCeiling: { price: bigint; ceilings: Map<string, bigint> }
  /** Spending caps that hold up runs, and the one that holds up everything; null: none does. */
  capped: { runs: Map<string, BrokenCap>; all: BrokenCap | null }
  /** Something must settle or be compared again before it can be signed for; external nonce use, for one. */
  unsettled: boolean
  /** Why nothing is signed, if the person should know. */
  waiting: Notice | null
  /** Why something is not signed: one RPC alone reports external nonce use, that a wallet lacks coin, or that a contract exists. */
  doubt: Doubt | null
  /** Metadata must be with the pinning service first; `error` says why it cannot go there now. */
  unpublished: { error: Error | null } | null
  trouble: Trouble | null
  /** The chain lacks transactions that the journal holds as settled: they are sent again before anything else. */
  behind: boolean
  /** The error that kept a collection from going on; the others went on. */
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

/** Notes why no more can be signed in this round. @returns whether the round goes on */
export function goesOn(signed: Exclude<Signed, { kind: 'refused' }>, planned: Planned): boolean {
  if (signed.kind === 'short') planned.missing = signed.missing
  if (signed.kind === 'unpublished') planned.unpublished = signed
  if (signed.kind === 'capped') noteCap(signed.cap, planned)
  return signed.kind === 'signed' || signed.kind === 'gone' || (signed.kind === 'capped' && signed.cap.kind === 'run')
}

/** Notes which of these wait because the price of a unit of weight is above their ceiling. @returns the others */
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
