import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** Stores the hash of a network's block 0 where none is known. @returns the stored one */
export async function recordGenesis(db: Db, network: string, genesis: string): Promise<string> {
  await db
    .insertInto('networks')
    .values({ network, genesis })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('networks').select('genesis').where('network', '=', network).executeTakeFirstOrThrow()
  return row.genesis
}

/** A network's block 0 as the journal knows it; null before its first use. */
export async function knownGenesis(db: Db, network: string): Promise<string | null> {
  const row = await db.selectFrom('networks').select('genesis').where('network', '=', network).executeTakeFirst()
  return row?.genesis ?? null
}

/** Blocks 0 of the practice networks that were used. */
export async function practiceGenesisHashes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('networks').select('genesis').where('network', 'like', 'practice:%').execute()
  return rows.map(({ genesis }) => genesis)
}
