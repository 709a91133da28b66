/** Up to where something was compared with the contents of a collection: what came since is to be compared still. */
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

export interface ComparedUpTo {
  /** The key of the last mint that there was, of any collection; 0 for none. Keys ascend, and none is used again. */
  mint: number
  /** How often mints of the collection that were over had gone on, or become another content: they keep their keys. */
  revived: number
}

/** Nothing was compared. */
export const comparedNothing: ComparedUpTo = { mint: 0, revived: 0 }

/** What there is now: to be asked before what is compared, so that nothing falls between the two. */
export async function comparedNow(db: Db, collectionPk: number): Promise<ComparedUpTo> {
  const { last } = await db
    .selectFrom('mints')
    .select((eb) => eb.fn.max<number | null>('pk').as('last'))
    .executeTakeFirstOrThrow()
  return { mint: last ?? 0, revived: await revivedIn(db, collectionPk) }
}

/** Whether the collection may have a content since then that it had not. */
export async function hasContentsSince(
  db: Db,
  collectionPk: number,
  { mint, revived }: ComparedUpTo,
): Promise<boolean> {
  if ((await revivedIn(db, collectionPk)) !== revived) return true
  const later = await db
    .selectFrom('mints')
    .select('pk')
    .where('collection_pk', '=', collectionPk)
    .where('pk', '>', mint)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/** How often mints of a collection that were over went on, or became another content. */
export async function revivedIn(db: Db, collectionPk: number): Promise<number> {
  const row = await db
    .selectFrom('revived_mints')
    .select('n')
    .where('collection_pk', '=', collectionPk)
    .executeTakeFirst()
  return row?.n ?? 0
}
