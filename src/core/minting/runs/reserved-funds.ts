/** What a run still needs, from the price it was begun at and from what it has paid so far. */
import { z } from 'zod'
import type { RunCounts } from '../../../shared/app-api.ts'
import { most } from '../../../shared/bigint.ts'
import { pricesUnderWay } from '../../store/journal/hand-overs/prices.ts'
import { unendedRuns } from '../../store/journal/money.ts'
import { type RunSpending, runCounts, runSpending } from '../../store/journal/runs/run-figures.ts'
import type { Store } from '../../store/sqlite/open.ts'

const amount = z.string().regex(/^\d+$/)

/** A quote as it is kept with a run: smallest unit of the coin. */
export const keptQuote = z.object({
  low: amount,
  expected: amount,
  high: amount,
  /** The part of `expected` that is for the collection's contract and trees. */
  contract: amount,
})
export type KeptQuote = z.infer<typeof keptQuote>

export interface FundsFacts {
  quote: KeptQuote | null
  counts: RunCounts
  spending: Pick<RunSpending, 'fee' | 'mintFee'>
}

/**
 * What a run is expected to cost from now on, smallest unit: by what its NFTs cost so far, or before the first one by its quote. Null
 * where neither is known.
 */
export function reservedFunds({ quote, counts, spending }: FundsFacts): bigint | null {
  const left = BigInt(counts.queued + counts.prepared + counts.sent)
  if (left === 0n) return 0n
  if (counts.succeeded > 0 && spending.mintFee > 0n) return (spending.mintFee * left) / BigInt(counts.succeeded)
  if (quote === null) return null
  const contract = BigInt(quote.contract)
  const paidForContract = spending.fee - spending.mintFee
  const contractLeft = most(contract - paidForContract, 0n)
  const mints = BigInt(Math.max(1, counts.total))
  return contractLeft + ((BigInt(quote.expected) - contract) * left) / mints
}

/**
 * What the quote asked for the NFTs that are minted or still to come, smallest unit. If some NFTs of a run failed or were cancelled, its fee is
 * compared with this. Null where there are none.
 */
export function quotedForOthers(quote: KeptQuote, { total, failed, cancelled }: RunCounts): bigint | null {
  const contract = BigInt(quote.contract)
  const others = BigInt(total - failed - cancelled)
  return others <= 0n ? null : contract + ((BigInt(quote.expected) - contract) * others) / BigInt(total)
}

/** How far the cost of a run is from its quote, in percent with one decimal; null where one of them is not known. */
export function differencePercent(quoted: bigint | null, whole: bigint | null): number | null {
  if (quoted === null || quoted === 0n || whole === null) return null
  return Number(((whole - quoted) * 1_000n) / quoted) / 10
}

export function readQuote(text: string | null): KeptQuote | null {
  return text === null ? null : keptQuote.parse(JSON.parse(text))
}

/** What the runs and hand-overs of a project on a chain still need together: what a treasury must keep for them, smallest unit. */
export async function reservedOn(db: Store, projectId: string, chain: string): Promise<bigint> {
  let sum = 0n
  for (const run of await unendedRuns(db, projectId, chain)) {
    const facts = {
      quote: readQuote(run.quote),
      counts: await runCounts(db, run),
      spending: await runSpending(db, run.id),
    }
    sum += reservedFunds(facts) ?? 0n
  }
  for (const { price, left } of await pricesUnderWay(db, projectId, chain))
    sum += (BigInt(price.expected) * BigInt(left)) / BigInt(Math.max(1, price.nfts))
  return sum
}
