import { z } from 'zod'
import { mintAddress } from '../../../shared/app-api/mint-address.ts'
import type { Money, Run, RunRow, RunTransaction, WaitsFor } from '../../../shared/app-api.ts'
import { type ChainName, chainLabel, isChainName } from '../../../shared/chains.ts'
import type { KnownNetworks } from '../../chains/networks.ts'
import { picturesOfRun } from '../../store/collections/pictures.ts'
import { runCounts, runSpans, runSpending, settledSince } from '../../store/journal/runs/run-figures.ts'
import {
  type MintFailure,
  type RunMint,
  type RunTransactionRow,
  shownState,
} from '../../store/journal/runs/run-rows.ts'
import type { RunRecord } from '../../store/journal/runs/runs.ts'
import type { Store } from '../../store/sqlite/open.ts'
import type { Minting } from '../minting.ts'
import type { Notice } from '../notices.ts'
import { differencePercent, quotedForOthers, readQuote, reservedFunds } from './reserved-funds.ts'
import { activeTime, perBlock } from './run-time.ts'

/** shared/app-api/runs.ts: the rate is that of the last ten seconds. */
const rateSeconds = 10
/** Ours: as many points as a chart shows. */
const chartPoints = 200

const shownMetadata = z.object({ name: z.string() })

/**
 * A run as the window and the command line see it, from a few queries whose cost grows with its batches, not its mints.
 * @param openedAt when this core was opened, in milliseconds since 1970
 */
export async function runView(
  db: Store,
  run: RunRecord,
  now: number,
  minting: Pick<Minting, 'notice'>,
  openedAt: number,
  networks: Pick<KnownNetworks, 'of'>,
): Promise<Run> {
  const counts = await runCounts(db, run)
  const spending = await runSpending(db, run.id)
  const spans = await runSpans(db, run.id)
  const since = Math.max(run.created_at, now - rateSeconds * 1_000)
  const recent = run.completed_at === null ? await settledSince(db, run.id, since) : 0
  const rate = recent / Math.max(1, (now - since) / 1_000)
  const left = counts.queued + counts.prepared + counts.sent
  const waits = run.state === 'running' ? minting.notice(run.project_id, run.chain, run.id) : null
  const notice = run.state === 'finished' ? null : (run.halted ?? run.notice ?? waits?.text ?? null)
  const isRemark = waits?.isRemark === true && notice === waits.text
  const quote = readQuote(run.quote)
  const reserved = reservedFunds({ quote, counts, spending })
  const coin = coinOf(networks, run.chain)
  const orNull = (amount: bigint | string | null | undefined) => (amount == null ? null : coin(amount))
  const whole = counts.cancelled + counts.failed === 0
  const forOthers = quote === null || whole ? null : quotedForOthers(quote, counts)
  const quoted = whole && run.quoted_fee !== null ? BigInt(run.quoted_fee) : forOthers
  return {
    id: run.id,
    name: run.name,
    pictures: (await picturesOfRun(db, run.id)).map((pk) => mintAddress(pk)),
    importId: run.import_id,
    collectionId: run.collection_id,
    collectionName: shownMetadata.parse(JSON.parse(run.collection_metadata)).name,
    ...chainFacts(run.chain),
    contractAddress: run.contract_address,
    state: run.state === 'running' && notice !== null && !isRemark ? 'waiting' : run.state,
    notice,
    counts,
    entering: run.entering === 1 ? run.total - run.unentered : null,
    leftOff: run.left_off === null ? null : { nfts: run.unentered, reason: run.left_off },
    transactions: spending.transactions,
    gasUsed: spending.gasUsed.toString(),
    fee: coin(spending.fee),
    quotedFee: orNull(run.quoted_fee),
    quotedForOthers: orNull(forOthers),
    quote: quote === null ? null : { low: coin(quote.low), expected: coin(quote.expected), high: coin(quote.high) },
    restFee: orNull(reserved),
    feeDifference: differencePercent(quoted, reserved === null ? null : spending.fee + reserved),
    feeCeiling: run.fee_ceiling,
    waitsFor: waits === null || isRemark || notice !== waits.text ? null : waitsForView(waits, coin),
    rate,
    secondsLeft: run.state === 'running' && rate > 0 ? Math.ceil(left / rate) : null,
    createdAt: new Date(run.created_at).toISOString(),
    completedAt: run.completed_at === null ? null : new Date(run.completed_at).toISOString(),
    closedAt: wasUnderWay(run, openedAt) ? counts.succeeded - (await settledSince(db, run.id, openedAt)) : null,
    activeSeconds: activeTime(spans, run.completed_at ?? now) / 1_000,
    blocks: perBlock(spans, chartPoints),
  }
}

/** Whether an earlier core began the run and ended before the run did. */
function wasUnderWay({ created_at, completed_at }: RunRecord, openedAt: number): boolean {
  return created_at < openedAt && (completed_at === null || completed_at > openedAt)
}

/** What a notice says that minting waits for. @param coin makes amounts of the chain's coin */
export function waitsForView(
  { for: what, missing, address, externalUse = false }: Notice,
  coin: (amount: bigint) => Money,
): WaitsFor {
  return { what, missing: missing === null ? null : coin(missing), address, outside: externalUse }
}

/** The name of a chain that the database names. */
export function chainFacts(chain: string): { chain: string; chainLabel: string } {
  return { chain, chainLabel: chainLabel(known(chain)) }
}

/** Makes amounts of a chain's coin, given in its smallest unit. */
export function coinOf(networks: Pick<KnownNetworks, 'of'>, chain: string): (amount: bigint | string) => Money {
  const { symbol, decimals } = networks.of(known(chain)).currency
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
    picture: mint.has_picture === 1 ? mintAddress(mint.pk) : null,
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
