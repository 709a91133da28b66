import type { Store } from '../sqlite/open.ts'

/** The metadata URI of the first NFT with an address of its own, or of the first minted template; null where there is none. */
export async function firstTokenUri(db: Store, collectionPk: number): Promise<string | null> {
  const token = await db
    .selectFrom('mints')
    .select('token_uri')
    .where('collection_pk', '=', collectionPk)
    .where('token_address', 'is not', null)
    .where('token_uri', 'is not', null)
    .orderBy('pk')
    .limit(1)
    .executeTakeFirst()
  if (token !== undefined) return token.token_uri
  const template = await db
    .selectFrom('templates')
    .select('uri')
    .where('collection_pk', '=', collectionPk)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('mints')
          .select('mints.pk')
          .whereRef('mints.template_pk', '=', 'templates.pk')
          .where('mints.state', '=', 'succeeded'),
      ),
    )
    .orderBy('token_id')
    .limit(1)
    .executeTakeFirst()
  return template?.uri ?? null
}
