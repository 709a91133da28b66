import { type Kysely, sql, type Transaction } from 'kysely'
import type { RunCounts } from '../../../../shared/app-api.ts'
import type { Database } from '../../tables/schema.ts'
import type { RunRecord } from './runs.ts'

type Db = Kysely<Database> | Transaction<Database>

/**
 * How many of a run's mints are in each state. It counts the batches, of which a run of 1,000,000 has a few thousand, and the mints that
 * failed or were read back from the chain; waiting and cancelled mints are the rest.
 */
export async function runCounts(
  db: Db,
  run: Pick<RunRecord, 'id' | 'total' | 'state' | 'unentered' | 'entering'>,
): Promise<RunCounts> {
  const batches = await db
    .selectFrom('batches')
    .select((eb) => ['state', eb.fn.sum<number>('size').as('size')])
    .where('run_id', '=', run.id)
    .groupBy('state')
    .execute()
  const of = (...states: string[]): number =>
    batches.reduce((sum, { state, size }) => sum + (states.includes(state) ? Number(size) : 0), 0)
  const { rows } = await sql<{ failed: number; readback: number }>`
    select (select count(*) from mints indexed by mints_failed where run_id = ${run.id} and state = 'failed') as failed,
           (select count(*) from mints indexed by mints_readback where run_id = ${run.id} and tx_hash is not null) as readback`.execute(
    db,
  )
  const { failed, readback } = rows[0] ?? { failed: 0, readback: 0 }
  const prepared = of('composed', 'prepared')
  const sent = of('signed')
  const succeeded = of('succeeded') + readback
  const rest = Math.max(0, run.total - prepared - sent - succeeded - failed)
  // A retried run may have both; then the cancelled ones are counted. What is no longer being added never will be.
  const never = run.entering === 1 ? 0 : run.unentered
  const cancelled =
    run.state === 'cancelled' || run.state === 'finished' ? rest : (await countCancelled(db, run.id)) + never
  return { total: run.total, queued: rest - cancelled, prepared, sent, succeeded, failed, cancelled }
}

async function countCancelled(db: Db, runId: string): Promise<number> {
  const { count } = await db
    .selectFrom('mints')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    .where('state', '=', sql.lit('cancelled'))
    .executeTakeFirstOrThrow()
  return count
}

export interface RunSpending {
  transactions: number
  gasUsed: bigint
  /** Smallest unit of the coin. */
  fee: bigint
  /** The part of `fee` that was paid for batches; the rest paid for the contract and trees. */
  mintFee: bigint
}

/** Keys of the transactions that a run pays: those of its batches, and the contract and trees that were made for it. */
export function transactionsOfRun(runId: string) {
  return sql<number>`
    select t.pk from batches b join transactions t on t.batch_pk = b.pk where b.run_id = ${runId}
    union all
    select pk from transactions where run_id = ${runId}`
}

/** What a run's transactions have cost so far; dead ones cost nothing. */
export async function runSpending(db: Db, runId: string): Promise<RunSpending> {
  // A fee in wei may exceed SQLite's integers: the part above 10^9 and the rest are added up separately.
  const { rows } = await sql<{ mint: number; n: number; gas: number; high: number; low: number }>`
    select t.batch_pk is not null as mint, count(*) as n, coalesce(sum(cast(t.gas_used as integer)), 0) as gas,
           coalesce(sum(iif(length(t.fee) > 9, cast(substr(t.fee, 1, length(t.fee) - 9) as integer), 0)), 0) as high,
           coalesce(sum(cast(substr(t.fee, -9) as integer)), 0) as low
    from transactions t where t.pk in (${transactionsOfRun(runId)}) and t.state <> 'dead' group by mint`.execute(db)
  const spending = { transactions: 0, gasUsed: 0n, fee: 0n, mintFee: 0n }
  for (const { mint, n, gas, high, low } of rows) {
    const fee = BigInt(high) * 1_000_000_000n + BigInt(low)
    spending.transactions += n
    spending.gasUsed += BigInt(gas)
    spending.fee += fee
    if (mint === 1) spending.mintFee = fee
  }
  return spending
}

/** How many of a run's mints succeeded since `since` (milliseconds since 1970). */
export async function settledSince(db: Db, runId: string, since: number): Promise<number> {
  const row = await db
    .selectFrom('batches')
    .select((eb) => eb.fn.sum<number>('size').as('size'))
    .where('run_id', '=', runId)
    .where('state', '=', 'succeeded')
    .where('settled_at', '>=', since)
    .executeTakeFirst()
  return Number(row?.size ?? 0)
}

/** What each transaction of a run's batches did and when, in no order. */
export async function runSpans(
  db: Db,
  runId: string,
): Promise<{ signedAt: number; endedAt: number | null; block: number | null; minted: number }[]> {
  const { rows } = await sql<{ signedAt: number; endedAt: number | null; block: number | null; minted: number }>`
    select t.created_at as "signedAt", t.block_number as block,
      iif(t.state in ('succeeded', 'failed', 'dead'), coalesce(t.settled_at, b.settled_at, t.created_at), null) as "endedAt",
      iif(b.state = 'succeeded' and b.transaction_pk = t.pk, b.size, 0) as minted
    from batches b join transactions t on t.batch_pk = b.pk where b.run_id = ${runId}`.execute(db)
  return rows
}
