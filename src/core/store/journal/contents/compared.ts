/** How far something was compared with the contents of a collection: what came since is still to be compared. */
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

export interface ComparedUpTo {
  /** The key of the newest mint of any collection; 0 for none. Keys ascend and are never used again. */
  mint: number
  /** The collection's `revived_mints`: such mints keep their keys, so the newest key does not show them. */
  revived: number
}

export const comparedNothing: ComparedUpTo = { mint: 0, revived: 0 }

/** The state now. Call this before reading what is to be compared, so that nothing is missed in between. */
export async function comparedNow(db: Db, collectionPk: number): Promise<ComparedUpTo> {
  const { last } = await db
    .selectFrom('mints')
    .select((eb) => eb.fn.max<number | null>('pk').as('last'))
    .executeTakeFirstOrThrow()
  return { mint: last ?? 0, revived: await revivedIn(db, collectionPk) }
}

/** Whether the collection may have got a new content since then. */
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

/** How often failed or cancelled mints of a collection went on, or mints got other content. */
export async function revivedIn(db: Db, collectionPk: number): Promise<number> {
  const row = await db
    .selectFrom('revived_mints')
    .select('n')
    .where('collection_pk', '=', collectionPk)
    .executeTakeFirst()
  return row?.n ?? 0
}
