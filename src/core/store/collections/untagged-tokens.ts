import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'
import { enterKnown, type HeldToken } from './known-mints.ts'
import { strangers } from './unrecognised-mints.ts'

type Db = Kysely<Database> | Transaction<Database>

/** Replaces the tag for a token on chain that no folder names: it was minted alone, and its tag is found by asking for its job. */
export function unnamed(tokenId: number): string {
  return `token ${tokenId}`
}

/** Forgets the tokens that were read back without a tag. */
export async function forgetUnnamed(db: Db, collectionPk: number): Promise<void> {
  await db.deleteFrom('known_mints').where('collection_pk', '=', collectionPk).where('tag', 'like', 'token %').execute()
}

/** Whether tokens without a tag were read back. */
export async function hasUnnamed(db: Db, collectionPk: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_mints')
    .select('tag')
    .where('collection_pk', '=', collectionPk)
    .where('tag', 'like', 'token %')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Gives tokens that were read back without a tag the tag that was found for them. */
export function nameTokens(
  db: Kysely<Database>,
  collectionPk: number,
  found: ReadonlyMap<string, HeldToken>,
): Promise<void> {
  return db.transaction().execute((trx) => nameTokensWithin(trx, collectionPk, found))
}

/** The same, within a commit. */
export async function nameTokensWithin(
  trx: Transaction<Database>,
  collectionPk: number,
  found: ReadonlyMap<string, HeldToken>,
): Promise<void> {
  for (const [tag, token] of found) {
    const { tokenId } = token
    await trx
      .deleteFrom('known_mints')
      .where('collection_pk', '=', collectionPk)
      .where('token_id', '=', tokenId)
      .where((eb) => eb.or([eb('tag', '=', unnamed(tokenId)), eb('tag', 'like', `${strangers}%`)]))
      .execute()
    await enterKnown(trx, collectionPk, [{ tag, ...token }])
  }
}
