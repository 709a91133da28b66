import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { CorrectionsTable } from '../tables/journal.ts'
import type { Database } from '../tables/schema.ts'
import { batchOf } from './mints-now.ts'

/** What a failed mint asked for, and how it failed. */
export type ContentBefore = Insertable<CorrectionsTable>

/** What these mints ask for now, before they are rewritten. */
export async function contentBefore(
  trx: Kysely<Database> | Transaction<Database>,
  mintPks: readonly number[],
  now: number,
): Promise<ContentBefore[]> {
  const { rows } = await sql<ContentBefore>`
    select m.pk as mint_pk, m.collection_pk, m.action_id, m.recipient, m.address, m.metadata_hash, m.metadata_uri, m.resolved_hash,
      m.template_pk, m.token_uri, m.content_hash, m.error_code, m.error_message, m.created_at as started_at, m.completed_at as failed_at,
      t.tx_hash, coalesce((select max(pk) from batches), 0) as last_batch, ${now} as corrected_at
    from json_each(${JSON.stringify(mintPks)}) as wanted cross join mints m on m.pk = wanted.value
      left join batches b on b.pk = ${batchOf('m')} left join transactions t on t.pk = b.transaction_pk`.execute(trx)
  return rows
}

/** Gives each rewritten mint a new action id, and adds what it asked for before to `corrections`. @param actionId makes an id */
export async function keepContentBefore(
  trx: Kysely<Database> | Transaction<Database>,
  before: readonly ContentBefore[],
  actionId: () => string,
): Promise<void> {
  for (const row of before) {
    // Action ids are unique: the correction can take the failed action's id only once the mint has another.
    const fresh = { action_id: actionId(), token_uri: null }
    await trx.updateTable('mints').set(fresh).where('pk', '=', row.mint_pk).execute()
    await trx.insertInto('corrections').values(row).execute()
  }
}
