/** The pictures of NFTs, as their metadata names them. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

export type MediaRole = 'image' | 'animation'

/** What the metadata of a mint names. */
export interface NamedMedia {
  /** The URL, or the name of a dropped file; null where the metadata names none, or is hosted. */
  link: string | null
  /** Where hosted metadata lies; null where it is not. */
  uri: string | null
  /** The import whose dropped files it may name. */
  importId: string | null
}

const fields: Record<MediaRole, string> = { image: '$.image', animation: '$.animation_url' }

/**
 * The current picture of a mint: of its last update, else of a copy's template, else of its metadata as stored for minting or as given.
 * Undefined where there is no such mint.
 */
export async function mediaOfMint(db: Db, pk: number, role: MediaRole): Promise<NamedMedia | undefined> {
  const field = fields[role]
  const { rows } = await sql<NamedMedia>`
    with one as (
      select m.*, r.import_id, t.metadata_hash as template_hash, t.metadata_uri as template_uri,
        (select a.work from actions a where a.mint_pk = m.pk and a.kind = 'nfts.update' and a.status = 'succeeded'
           order by a.pk desc limit 1) as work
      from mints m left join runs r on r.id = m.run_id left join templates t on t.pk = m.template_pk where m.pk = ${pk})
    select iif(work is null, json ->> ${field}, work ->> ${field.replace('$', '$.metadata')}) as link,
           iif(work is null, iif(template_pk is null, metadata_uri, template_uri), iif(json_type(work, '$.metadata') = 'text', work ->> '$.metadata', null)) as uri,
           import_id as "importId"
    from one left join metadata on hash = iif(template_pk is null, coalesce(resolved_hash, metadata_hash), template_hash)`.execute(
    db,
  )
  return rows[0]
}

/** How many pictures a mosaic has, and among how many NFTs they are looked for (ours). */
const mosaic = 4
const lookedAt = 24

/** Keys of mints for a run's mosaic: different pictures among its first NFTs. */
export async function picturesOfRun(db: Db, runId: string): Promise<number[]> {
  return await firstPictures(db, sql`run_id = ${runId} order by ordinal`)
}

/** The same for a collection, among what was minted or is to be. */
export async function picturesOfCollection(db: Db, collectionPk: number): Promise<number[]> {
  return await firstPictures(db, sql`collection_pk = ${collectionPk} and state in ('open', 'succeeded') order by pk`)
}

async function firstPictures(db: Db, mints: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ pk: number }>`
    with first as (select pk, metadata_hash, template_pk, metadata_uri from mints where ${mints} limit ${lookedAt}),
      pictures as (
        select f.pk, coalesce(nullif(d.json ->> '$.image', ''), iif(d.json is null, coalesce(t.metadata_uri, f.metadata_uri), null)) as picture
        from first f left join templates t on t.pk = f.template_pk
          left join metadata d on d.hash = iif(f.template_pk is null, f.metadata_hash, t.metadata_hash))
    select min(pk) as pk from pictures where picture is not null group by picture order by pk limit ${mosaic}`.execute(
    db,
  )
  return rows.map(({ pk }) => pk)
}
