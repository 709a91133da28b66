import { z } from 'zod'
import type { Money, Run, RunRow, RunTransaction } from '../../../shared/app-api.ts'
import { type ChainName, chainLabel, isChainName } from '../../../shared/chains.ts'
import { networkOf } from '../../chains/networks.ts'
import { runCounts, runSpending, settledOverTime, settledSince } from '../../store/journal/run-figures.ts'
import { type MintFailure, type RunMint, type RunTransactionRow, shownState } from '../../store/journal/run-rows.ts'
import type { RunRecord } from '../../store/journal/runs.ts'
import type { Store } from '../../store/sqlite/open.ts'
import type { Minting } from '../minting.ts'
import { differencePercent, readQuote, reservedFunds } from './reserved-funds.ts'

/** shared/app-api/runs.ts: the rate is that of the last ten seconds. */
const rateSeconds = 10
/** Ours: as many points as a chart shows. */
const chartPoints = 200

const shownMetadata = z.object({ name: z.string() })

/** A run as the window and the command line see it, from a few queries whose cost grows with its batches, not its mints. */
export async function runView(db: Store, run: RunRecord, now: number, minting: Pick<Minting, 'notice'>): Promise<Run> {
  const counts = await runCounts(db, run)
  const spending = await runSpending(db, run.id)
  const since = Math.max(run.created_at, now - rateSeconds * 1_000)
  const recent = run.completed_at === null ? await settledSince(db, run.id, since) : 0
  const rate = recent / Math.max(1, (now - since) / 1_000)
  const left = counts.queued + counts.prepared + counts.sent
  const waits = run.state === 'running' ? minting.notice(run.project_id, run.chain, run.id) : null
  const notice = run.state === 'finished' ? null : (run.halted ?? run.notice ?? waits?.text ?? null)
  const quote = readQuote(run.quote)
  const reserved = reservedFunds({ quote, counts, spending })
  const coin = coinOf(run.chain)
  const orNull = (amount: bigint | string | null | undefined) => (amount == null ? null : coin(amount))
  const quoted = run.quoted_fee === null ? null : BigInt(run.quoted_fee)
  return {
    id: run.id,
    name: run.name,
    importId: run.import_id,
    collectionId: run.collection_id,
    collectionName: shownMetadata.parse(JSON.parse(run.collection_metadata)).name,
    ...chainFacts(run.chain),
    contractAddress: run.contract_address,
    state: shownRunState(run.state, notice),
    notice,
    counts,
    transactions: spending.transactions,
    gasUsed: spending.gasUsed.toString(),
    fee: coin(spending.fee),
    quotedFee: orNull(run.quoted_fee),
    quote: quote === null ? null : { low: coin(quote.low), expected: coin(quote.expected), high: coin(quote.high) },
    restFee: orNull(reserved),
    feeDifference: differencePercent(quoted, reserved === null ? null : spending.fee + reserved),
    feeCeiling: run.fee_ceiling,
    waitsFor:
      waits === null || notice !== waits.text
        ? null
        : {
            what: waits.for,
            missing: orNull(waits.missing),
            address: waits.address,
            outside: waits.externalUse ?? false,
          },
    rate,
    secondsLeft: run.state === 'running' && rate > 0 ? Math.ceil(left / rate) : null,
    createdAt: new Date(run.created_at).toISOString(),
    completedAt: run.completed_at === null ? null : new Date(run.completed_at).toISOString(),
    history: await settledOverTime(db, run.id, run.created_at, run.completed_at ?? now, chartPoints),
  }
}

function shownRunState(state: RunRecord['state'], notice: string | null): Run['state'] {
  if (state === 'creating') throw new TypeError('a run that is being entered is not shown')
  return state === 'running' && notice !== null ? 'waiting' : state
}

/** The name of a chain that the database names. */
export function chainFacts(chain: string): { chain: string; chainLabel: string } {
  return { chain, chainLabel: chainLabel(known(chain)) }
}

/** Amounts of a chain's coin, given in its smallest unit. */
export function coinOf(chain: string): (amount: bigint | string) => Money {
  const { symbol, decimals } = networkOf(known(chain)).currency
  return (amount) => ({ amount: amount.toString(), currency: symbol, decimals })
}

function known(chain: string): ChainName {
  if (isChainName(chain)) return chain
  throw new TypeError(`the database names the chain ${chain}, which there is not`)
}

export function runRowView(mint: RunMint): RunRow {
  return {
    row: mint.row ?? 0,
    nftId: mint.id,
    recipient: mint.recipient,
    address: mint.address ?? '',
    name: mint.name ?? '',
    state: shownState(mint),
    tokenId: mint.token_id === null ? null : (mint.token_address ?? String(mint.token_id)),
    txId: mint.tx_hash,
    error: mint.error_message,
    failures: (JSON.parse(mint.failures) as MintFailure[]).map(failureView),
  }
}

function failureView({ recipient, name, error, failedAt, correctedAt, txId }: MintFailure): RunRow['failures'][number] {
  return {
    recipient,
    name: name ?? '',
    error: error ?? 'It failed, and no reason is known.',
    failedAt: new Date(failedAt ?? correctedAt).toISOString(),
    correctedAt: new Date(correctedAt).toISOString(),
    txId,
  }
}

/** @param coin of the run's chain */
export function runTransactionView(row: RunTransactionRow, coin: (amount: string) => Money): RunTransaction {
  return {
    hash: row.tx_hash ?? row.last_attempt ?? '',
    sequence: String(row.sequence),
    purpose: row.purpose,
    state: row.state,
    nfts: row.nfts,
    attempts: row.attempts,
    gasUsed: row.gas_used,
    fee: row.fee === null ? null : coin(row.fee),
    blockNumber: row.block_number === null ? null : String(row.block_number),
  }
}
