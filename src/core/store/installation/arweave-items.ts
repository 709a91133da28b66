import type { Selectable } from 'kysely'
import type { Store } from '../sqlite/open.ts'
import { unforced } from '../sqlite/unforced.ts'
import type { ArweaveItemsTable } from '../tables/installation.ts'

/** The id and media type that a stored file was signed for Arweave with; undefined before it was. */
export function arweaveIdOf(
  db: Store,
  cid: string,
): Promise<Pick<Selectable<ArweaveItemsTable>, 'id' | 'type'> | undefined> {
  return db.selectFrom('arweave_items').select(['id', 'type']).where('cid', '=', cid).executeTakeFirst()
}

/** The CID of the file that was signed for Arweave under an id. */
export async function contentOfArweaveId(db: Store, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('arweave_items').select('cid').where('id', '=', id).executeTakeFirst()
  return row?.cid
}

/**
 * Stores the id under which a file was signed; the first one stays. Unforced: the id can be computed again from file and seed, and the next
 * commit that signs for a chain forces this one too.
 */
export async function keepArweaveId(db: Store, item: ArweaveItemsTable): Promise<void> {
  await unforced(db, (trx) =>
    trx
      .insertInto('arweave_items')
      .values(item)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}
