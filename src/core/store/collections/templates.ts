import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { mintMoves } from '../../journal/states.ts'
import type { MintDraft } from '../journal/mint-draft.ts'
import { keysOfPage, type Page, type PageStart } from '../sqlite/pages.ts'
import type { TemplatesTable } from '../tables/collections.ts'
import type { Database } from '../tables/schema.ts'
import { keepMetadata } from './metadata-texts.ts'

type Db = Kysely<Database> | Transaction<Database>
export type TemplateRow = Selectable<TemplatesTable>

/** A template with its metadata, and the units that were minted of it. */
export type TemplateFigures = TemplateRow & { json: string | null; minted: number }

/** The template whose copies are this token. */
export async function templateOfToken(
  db: Db,
  collectionPk: number,
  tokenId: number,
): Promise<TemplateFigures | undefined> {
  return await figures(db)
    .where('templates.collection_pk', '=', collectionPk)
    .where('templates.token_id', '=', tokenId)
    .executeTakeFirst()
}

/** A template of a collection by its id. */
export async function findTemplate(db: Db, collectionPk: number, id: string): Promise<TemplateFigures | undefined> {
  return await figures(db)
    .where('templates.collection_pk', '=', collectionPk)
    .where('templates.id', '=', id)
    .executeTakeFirst()
}

/** A page of a collection's templates, oldest first. */
export async function listTemplates(
  db: Db,
  collectionPk: number,
  start: PageStart,
  limit: number,
): Promise<Page<TemplateFigures>> {
  const { keys, next } = await keysOfPage(db, 'templates', sql`collection_pk = ${collectionPk}`, start, limit)
  const rows = await figures(db)
    .where('templates.pk', 'in', sql<number>`(select value from json_each(${JSON.stringify(keys)}))`)
    .orderBy('templates.pk')
    .execute()
  return { rows, next }
}

function figures(db: Db) {
  return db
    .selectFrom('templates')
    .leftJoin('metadata', 'metadata.hash', 'templates.metadata_hash')
    .selectAll('templates')
    .select('metadata.json')
    .select((eb) =>
      eb
        .selectFrom('mints')
        .select((sub) => sub.fn.coalesce(sub.fn.sum<number>('mints.amount'), sql<number>`0`).as('units'))
        .whereRef('mints.template_pk', '=', 'templates.pk')
        .where('mints.state', '=', 'succeeded')
        .$castTo<number>()
        .as('minted'),
    )
    .$castTo<TemplateFigures>()
}

/** A template that a mint names, with its metadata. */
export type NamedTemplate = Pick<TemplateRow, 'pk' | 'id' | 'reupload' | 'metadata_uri'> & { json: string | null }

/** Templates of a collection by their ids; unknown ids are left out. */
export async function templatesByIds(
  db: Db,
  collectionPk: number,
  ids: readonly string[],
): Promise<Map<string, NamedTemplate>> {
  const rows = await db
    .selectFrom('templates')
    .leftJoin('metadata', 'metadata.hash', 'templates.metadata_hash')
    .select(['templates.pk', 'templates.id', 'templates.reupload', 'templates.metadata_uri', 'metadata.json'])
    .where('collection_pk', '=', collectionPk)
    .where('id', 'in', sql<string>`(select value from json_each(${JSON.stringify(ids)}))`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Templates by their keys in the database. */
export async function templatesByPk(db: Db, pks: readonly number[]): Promise<TemplateRow[]> {
  return await db
    .selectFrom('templates')
    .selectAll()
    .where('pk', 'in', sql<number>`(select value from json_each(${JSON.stringify(pks)}))`)
    .execute()
}

/**
 * Which of these templates their contract already has, because copies of them are on chain: minted from here, or read back. If a call gives
 * such a template other metadata than the first one did, the contract takes it for another template.
 */
export async function definedAmong(db: Db, pks: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ pk: number }>`
    select value as pk from json_each(${JSON.stringify(pks)})
    where exists (select 1 from mints where template_pk = value and state = ${sql.lit(mintMoves.succeed.to)})`.execute(
    db,
  )
  return new Set(rows.map(({ pk }) => pk))
}

/** How far mints of a template are: units accepted and not failed, and whether any were minted. */
export async function templateUse(db: Db, pk: number): Promise<{ mints: number; units: number; minted: boolean }> {
  const rows = await db
    .selectFrom('mints')
    .select(({ fn }) => ['state', fn.countAll<number>().as('mints'), fn.sum<number>('amount').as('units')])
    .where('template_pk', '=', pk)
    .groupBy('state')
    .execute()
  const live = rows.filter(({ state }) => state !== 'failed' && state !== 'cancelled')
  return {
    mints: rows.reduce((sum, { mints }) => sum + mints, 0),
    units: live.reduce((sum, { units }) => sum + units, 0),
    minted: rows.some(({ state }) => state === 'succeeded'),
  }
}

/** Whether mints of a template are on their way to the chain. */
export async function isTemplateUnderWay(db: Db, { pk, collection_pk }: TemplateRow): Promise<boolean> {
  const { rows } = await sql<{ is: number }>`
    select exists (select 1 from batches cross join members on members.batch_pk = batches.pk
      cross join mints on mints.pk = members.mint_pk
      where batches.collection_pk = ${collection_pk} and batches.state in ('composed', 'prepared', 'signed')
        and mints.template_pk = ${pk}) as "is"`.execute(db)
  return rows[0]?.is === 1
}

/** New metadata of a template. `uri`: where it is pinned already. */
export interface TemplateMetadata {
  value: MintDraft['metadata']
  reupload: boolean
  uri: string | null
}

/** Changes what a template is; what is undefined stays. */
export async function changeTemplate(
  tx: Transaction<Database>,
  pk: number,
  change: {
    metadata?: TemplateMetadata | undefined
    supplyLimit?: number | null | undefined
  },
): Promise<void> {
  const { metadata, supplyLimit } = change
  if (metadata?.value && 'json' in metadata.value) await keepMetadata(tx, [metadata.value])
  if (metadata === undefined && supplyLimit === undefined) return
  await tx
    .updateTable('templates')
    .set({
      ...(metadata === undefined
        ? {}
        : {
            metadata_hash: metadata.value && 'hash' in metadata.value ? metadata.value.hash : null,
            metadata_uri: metadata.value && 'uri' in metadata.value ? metadata.value.uri : null,
            reupload: metadata.reupload ? (1 as const) : (0 as const),
            uri: metadata.uri,
          }),
      ...(supplyLimit === undefined ? {} : { supply_limit: supplyLimit }),
    })
    .where('pk', '=', pk)
    .execute()
}

export async function removeTemplate(tx: Transaction<Database>, pk: number): Promise<void> {
  await tx.deleteFrom('templates').where('pk', '=', pk).execute()
}

/** Stores the URI of a template's pinned metadata, unless the metadata was changed meanwhile. */
export async function setTemplateUri(db: Db, template: TemplateRow, uri: string): Promise<void> {
  await db
    .updateTable('templates')
    .set({ uri })
    .where('pk', '=', template.pk)
    .where('uri', 'is', null)
    .where('metadata_hash', 'is', template.metadata_hash)
    .where('metadata_uri', 'is', template.metadata_uri)
    .execute()
}
