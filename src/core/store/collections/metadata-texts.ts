import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** Texts of metadata by their hashes. */
export async function metadataTexts(db: Db, hashes: readonly string[]): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map()
  const { rows } = await sql<{ hash: string; json: string }>`
    select hash, json from metadata where hash in (select value from json_each(${JSON.stringify(hashes)}))`.execute(db)
  return new Map(rows.map(({ hash, json }) => [hash, json]))
}

/** Keeps texts of metadata, each once, under its hash. */
export async function keepMetadata(
  tx: Transaction<Database>,
  metadata: readonly { json: string; hash: string }[],
): Promise<void> {
  if (metadata.length === 0) return
  const texts = JSON.stringify(metadata.map(({ hash, json }) => [hash, json]))
  await sql`
    insert into metadata (hash, json) select value ->> 0, value ->> 1 from json_each(${texts})
    where true on conflict do nothing`.execute(tx)
}
