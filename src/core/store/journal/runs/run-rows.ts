import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { RunRow } from '../../../../shared/app-api.ts'
import { type BatchState, type MintState, type TransactionState, waitingStates } from '../../../journal/states.ts'
import type { WrittenMintState } from '../../tables/journal.ts'
import type { Database } from '../../tables/schema.ts'
import { batchOf, stateNow, tokenNow } from '../mints-now.ts'
import { transactionsOfRun } from './run-figures.ts'

type Db = Kysely<Database> | Transaction<Database>

/** A mint of a run with what its batch and transaction say. */
export interface RunMint {
  pk: number
  row: number | null
  ordinal: number
  id: string
  recipient: string
  address: string | null
  name: string | null
  /** Whether its metadata names a picture, or is hosted: 1. */
  has_picture: number
  state: MintState
  batch_state: BatchState | null
  token_id: number | null
  /** The token's own address, where tokens have one. */
  token_address: string | null
  tx_hash: string | null
  error_message: string | null
  /** JSON of `MintFailure[]`: what it was before it was corrected. */
  failures: string
}

/** What a mint was before it was corrected, and how that ended; times in ms. */
export interface MintFailure {
  recipient: string
  name: string | null
  error: string | null
  failedAt: number | null
  correctedAt: number
  txId: string | null
}

export type RunRowFilter = 'all' | 'pending' | 'succeeded' | 'failed' | 'cancelled'

const statesOf: Record<RunRowFilter, readonly MintState[] | undefined> = {
  all: undefined,
  pending: waitingStates,
  succeeded: ['succeeded'],
  failed: ['failed'],
  cancelled: ['cancelled'],
}

/** A source of some of a run's mints: the keys of a page of it, and how many mints it has. */
interface Source {
  page(limit: number, offset: number): RawBuilder<{ pk: number }>
  count: RawBuilder<{ n: number }>
}

/** Mints in batches of these states, in batch order: for a million mints a few thousand batches. `mints`: what their rows may say. */
function inBatches(runId: string, states: readonly BatchState[], mints: readonly WrittenMintState[]): Source {
  const batches = sql`batches where run_id = ${runId} and state in (${sql.join(states)})`
  return {
    page: (limit, offset) => sql`
      with parts as (select pk, size, sum(size) over (order by pk) - size as before from ${batches})
      select mints.pk from parts cross join members on members.batch_pk = parts.pk cross join mints on mints.pk = members.mint_pk
      where parts.before < ${offset + limit} and parts.before + parts.size > ${offset}
        and parts.before + members.place >= ${offset} and mints.state in (${sql.join(mints)})
      order by parts.pk, members.place limit ${limit}`,
    count: sql`select coalesce(sum(size), 0) as n from ${batches}`,
  }
}

/** Mints that an index lists, in the order of entering. */
function listed(where: RawBuilder<unknown>): Source {
  return {
    page: (limit, offset) => sql`select pk from mints where ${where} order by pk limit ${limit} offset ${offset}`,
    count: sql`select count(*) as n from mints where ${where}`,
  }
}

function waiting(collectionPk: number, runId: string): Source {
  const those = sql`waiting where collection_pk = ${collectionPk} and run_id = ${runId}`
  return {
    page: (limit, offset) => sql`select mint_pk as pk from ${those} order by mint_pk limit ${limit} offset ${offset}`,
    count: sql`select count(*) as n from ${those}`,
  }
}

function sourcesOf(filter: Exclude<RunRowFilter, 'all'>, { id, collection_pk: collection }: RunOfRows): Source[] {
  const sources = {
    pending: [inBatches(id, ['composed', 'prepared', 'signed'], ['open']), waiting(collection, id)],
    succeeded: [
      // Rows of copies say `succeeded` themselves (mints-now.ts).
      inBatches(id, ['succeeded'], ['open', 'succeeded']),
      listed(sql`run_id = ${id} and tx_hash is not null and state = 'succeeded'`),
    ],
    failed: [listed(sql`run_id = ${id} and state = 'failed'`)],
    cancelled: [listed(sql`run_id = ${id} and state = 'cancelled'`)],
  }
  return sources[filter]
}

interface RunOfRows {
  id: string
  collection_pk: number
  total: number
  unentered: number
}

/** A page of a run's mints in the order of the file. */
export async function runMints(
  db: Db,
  run: RunOfRows,
  { filter, offset, limit }: { filter: RunRowFilter; offset: number; limit: number },
): Promise<RunMint[]> {
  // A narrow index finds the page; wide rows are read for the page alone.
  if (filter === 'all') {
    // If the run gave no mint to another run, its ordinals have no gaps, and the index finds the offset at once.
    if (await hasNoGaps(db, run.id, run.total - run.unentered)) return runMintsFrom(db, run.id, offset, limit)
    const pks = sql`select pk from mints where run_id = ${run.id} order by ordinal limit ${limit} offset ${offset}`
    return await mintsIn(db, pks)
  }
  // In the order of entering, source by source: those in a batch come before those that wait.
  const found: RunMint[] = []
  let skip = offset
  for (const { page, count } of sourcesOf(filter, run)) {
    if (found.length === limit) break
    const part = await mintsIn(db, sql`select pk from (${page(limit - found.length, skip)})`)
    skip = part.length === 0 && skip > 0 ? skip - Math.min(skip, (await count.execute(db)).rows[0]?.n ?? 0) : 0
    found.push(...part)
  }
  return found
}

async function hasNoGaps(db: Db, runId: string, entered: number): Promise<boolean> {
  const row = await db
    .selectFrom('mints')
    .select('ordinal')
    .where('run_id', '=', runId)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.ordinal === entered - 1
}

/** The run's mints with ordinals from `from` on, in order: for reading all of them piece by piece. */
export async function runMintsFrom(db: Db, runId: string, from: number, limit: number): Promise<RunMint[]> {
  return await mintsIn(
    db,
    sql`select pk from mints where run_id = ${runId} and ordinal >= ${from} order by ordinal limit ${limit}`,
  )
}

/** A mint's failures before its corrections; few mints have any. */
const failuresOf = sql`(
  select json_group_array(json_object('recipient', c.recipient, 'name', old.json ->> '$.name', 'error', c.error_message,
      'failedAt', c.failed_at, 'correctedAt', c.corrected_at, 'txId', c.tx_hash) order by c.pk)
    from corrections c left join metadata old on old.hash = c.metadata_hash where c.mint_pk = m.pk) as failures`

async function mintsIn(db: Db, pks: ReturnType<typeof sql>): Promise<RunMint[]> {
  const { rows } = await sql<RunMint>`
    select m.pk, m.row, m.ordinal, m.id, m.recipient, m.address, ${stateNow('m')} as state, ${tokenNow('m')} as token_id, m.token_address, m.error_message,
           coalesce(m.tx_hash, t.tx_hash) as tx_hash, b.state as batch_state, d.json ->> '$.name' as name,
           iif(d.json is null, m.metadata_uri is not null, coalesce(d.json ->> '$.image', '') <> '') as has_picture,
           ${failuresOf}
    from mints m
      left join batches b on b.pk = ${batchOf('m')}
      left join transactions t on t.pk = b.transaction_pk
      left join metadata d on d.hash = m.metadata_hash
    where m.pk in (${pks})
    order by m.ordinal, m.pk`.execute(db)
  return rows
}

/** The state of a mint as a person sees it. */
export function shownState(mint: Pick<RunMint, 'state' | 'batch_state'>): RunRow['state'] {
  if (mint.state !== 'composed') return mint.state
  return mint.batch_state === 'signed' ? 'sent' : 'prepared'
}

/** Whether a mint matches a search text: a part of its recipient, address, id, name or token address, or its token id. */
export function isFound(mint: RunMint, search: string): boolean {
  const text = search.trim().toLowerCase()
  if (mint.token_id !== null && String(mint.token_id) === text.replace(/^#/, '')) return true
  return [mint.recipient, mint.address, mint.id, mint.name, mint.token_address].some((value) =>
    value?.toLowerCase().includes(text),
  )
}

export function isIn(mint: RunMint, filter: RunRowFilter): boolean {
  return statesOf[filter]?.includes(mint.state) ?? true
}

export interface RunTransactionRow {
  tx_hash: string | null
  sequence: number
  purpose: string
  state: TransactionState
  nfts: number
  attempts: number
  last_attempt: string | null
  gas_used: string | null
  fee: string | null
  block_number: number | null
}

/** The transactions that carry a run's batches, and those that deployed its collection for it; newest first. */
export async function runTransactionRows(db: Db, runId: string, limit: number): Promise<RunTransactionRow[]> {
  const { rows } = await sql<RunTransactionRow>`
    select t.tx_hash, t.sequence, t.purpose, t.state, coalesce(b.size, 0) as nfts, t.gas_used, t.fee, t.block_number,
           (select count(*) from attempts a where a.transaction_pk = t.pk) as attempts,
           (select a.hash from attempts a where a.transaction_pk = t.pk order by a.pk desc limit 1) as last_attempt
    from transactions t left join batches b on b.pk = t.batch_pk
    where t.pk in (${transactionsOfRun(runId)}) order by t.pk desc limit ${limit}`.execute(db)
  return rows
}
