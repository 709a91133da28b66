import { sql, type Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'

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
