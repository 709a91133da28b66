import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CorrectionFacts } from '../../journal/correction.ts'
import { mintMoves, type RunState } from '../../journal/states.ts'
import type { CollectionRow } from '../collections/collections.ts'
import type { CorrectionsTable } from '../tables/journal.ts'
import type { Database } from '../tables/schema.ts'
import { contentBefore, keepContentBefore } from './content-before.ts'
import type { MintDraft } from './mint-draft.ts'
import { batchOf, type MintNow, mintsNow, stateNow } from './mints-now.ts'
import { rewriteMints } from './take-over.ts'

type Db = Kysely<Database> | Transaction<Database>

export type CorrectionRow = Selectable<CorrectionsTable>

export async function mintOfRun(db: Db, runId: string, id: string): Promise<MintNow | undefined> {
  return await mintsNow(db)
    .selectAll()
    .where('collection_pk', '=', (eb) => eb.selectFrom('runs').select('collection_pk').where('id', '=', runId))
    .where('run_id', '=', runId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The ids of a run's failed mints that came from a row of its file, in order: one for each copy of the row that failed. */
export async function failedInRow(db: Db, runId: string, row: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mints')
    .select('id')
    .where('run_id', '=', runId)
    .where('state', '=', sql.lit('failed'))
    .where('row', '=', row)
    .orderBy('ordinal')
    .execute()
  return rows.map(({ id }) => id)
}

/** What the journal says of a mint that is to be corrected; undefined when there is none. */
export async function correctionFacts(db: Db, pk: number): Promise<CorrectionFacts | undefined> {
  const { rows } = await sql<Omit<CorrectionFacts, 'runCompleted'> & { completed: number | null; run: RunState }>`
    select ${stateNow('m')} as mint, b.state as batch, t.state as "transaction", r.state as run, r.completed_at as completed,
      (select count(*) from corrections where mint_pk = m.pk) as corrections
    from mints m join runs r on r.id = m.run_id
      left join batches b on b.pk = ${batchOf('m')}
      left join transactions t on t.pk = b.transaction_pk
    where m.pk = ${pk}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { completed, ...facts } = row
  return { ...facts, runCompleted: completed !== null }
}

/**
 * Queues a failed mint again with the content of `draft`, under a new action id; `corrections` keeps what it asked for before and how it
 * failed. Runs in the caller's transaction; the caller has checked that the mint may be corrected.
 */
export async function correctMint(
  trx: Transaction<Database>,
  { runId, pk, actionId }: { runId: string; pk: number; actionId: string },
  collection: CollectionRow,
  draft: MintDraft,
  now: number,
): Promise<void> {
  const before = await contentBefore(trx, [pk], now)
  await rewriteMints(trx, runId, collection, [{ pk, draft }], mintMoves.correct, now)
  await keepContentBefore(trx, before, () => actionId)
}

/** The corrections of these mints, oldest first. */
export async function correctionsOf(db: Db, mintPks: readonly number[]): Promise<CorrectionRow[]> {
  if (mintPks.length === 0) return []
  return await db
    .selectFrom('corrections')
    .selectAll()
    .where('mint_pk', 'in', sql<number>`(select value from json_each(${JSON.stringify(mintPks)}))`)
    .orderBy('pk')
    .execute()
}

/** The key of the newest batch at the time of a mint's last correction; null: the mint was never corrected. */
export async function lastBatchBefore(db: Db, mintPk: number): Promise<number | null> {
  const row = await db
    .selectFrom('corrections')
    .select('last_batch')
    .where('mint_pk', '=', mintPk)
    .orderBy('pk', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.last_batch ?? null
}

/**
 * Undoes corrections of mints that the chain holds with their earlier content: the transaction of ours in which they were found was made
 * before the correction, and a reorganisation let it succeed after all. `found`: the mints with the hashes of these transactions.
 */
export async function restoreCorrected(db: Db, found: readonly { pk: number; txHash: string }[]): Promise<void> {
  const rows = JSON.stringify(found.map(({ pk, txHash }) => [pk, txHash]))
  await sql`
    update mints set recipient = c.recipient, address = c.address, metadata_hash = c.metadata_hash, metadata_uri = c.metadata_uri,
      resolved_hash = c.resolved_hash, template_pk = c.template_pk, token_uri = c.token_uri, content_hash = c.content_hash
    from corrections c where c.mint_pk = mints.pk and c.pk in (
      select min(earlier.pk) from json_each(${rows}) as m
        cross join corrections earlier on earlier.mint_pk = m.value ->> 0
        cross join attempts on attempts.hash = m.value ->> 1
        cross join transactions on transactions.pk = attempts.transaction_pk and transactions.batch_pk <= earlier.last_batch
      group by earlier.mint_pk)`.execute(db)
}
