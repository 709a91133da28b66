import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { CoreError } from '../../lib/errors.ts'
import type { MintDraft } from '../journal/mint-draft.ts'
import type { TemplatesTable } from '../tables/collections.ts'
import type { Database } from '../tables/schema.ts'
import type { CollectionRow } from './collections.ts'
import { plainTemplateId, recoveredTemplateId, templateTokenId } from './template-tokens.ts'

type Db = Kysely<Database> | Transaction<Database>
export type TemplateRow = Selectable<TemplatesTable>

/** A template with its metadata, and the units that were minted of it. */
export type TemplateFigures = TemplateRow & { json: string | null; minted: number }

export interface NewTemplate {
  id: string
  metadata: MintDraft['metadata']
  reupload: boolean
  supplyLimit: number | null
  /** The caller's own; else it follows from collection and id. */
  tokenId?: number | undefined
}

/**
 * Adds a template. The caller has seen that the id is free.
 * @throws CoreError `template.tokenId` when another template of the collection has its token id.
 */
export async function addTemplate(
  tx: Transaction<Database>,
  collection: CollectionRow,
  wish: NewTemplate,
  now: number,
): Promise<void> {
  if (wish.tokenId !== undefined) {
    const other = await templateOfToken(tx, collection.pk, wish.tokenId)
    if (other && other.id !== recoveredTemplateId(wish.tokenId))
      throw new CoreError(
        'template.tokenId',
        `The token id ${wish.tokenId} is that of the template ${JSON.stringify(other.id)} in this collection: use another, or leave onChain out.`,
      )
  }
  await insertTemplates(tx, collection, [wish], now)
}

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
  { offset, limit }: { offset: number; limit: number },
): Promise<TemplateFigures[]> {
  return await figures(db)
    .where('templates.collection_pk', '=', collectionPk)
    .orderBy('templates.pk')
    .offset(offset)
    .limit(limit)
    .execute()
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

/** Templates by their keys in the database. */
export async function templatesByPk(db: Db, pks: readonly number[]): Promise<TemplateRow[]> {
  return await db
    .selectFrom('templates')
    .selectAll()
    .where('pk', 'in', sql<number>`(select value from json_each(${JSON.stringify(pks)}))`)
    .execute()
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

/** Changes what a template is; what is undefined stays. `uri`: of metadata that is pinned already. */
export async function changeTemplate(
  tx: Transaction<Database>,
  pk: number,
  change: {
    metadata?: { value: MintDraft['metadata']; reupload: boolean; uri: string | null } | undefined
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

/** Where a template's metadata lies, once it is pinned; not when it was changed meanwhile. */
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

/**
 * The template of each mint, by its key: that which it names, or the one of its metadata, which is made where there is none. Inside the
 * transaction that enters the mints.
 * @throws CoreError `supply.exceeded` when a template's own limit does not allow all of them.
 */
export async function templatesFor(
  tx: Transaction<Database>,
  collection: CollectionRow,
  drafts: readonly MintDraft[],
  now: number,
): Promise<number[]> {
  const plain = new Map<string, NewTemplate>()
  for (const { template, metadata, reupload } of drafts) {
    if (template !== undefined) continue
    const key = plainTemplateId(keyOf(metadata), reupload)
    if (!plain.has(key)) plain.set(key, { id: key, metadata, reupload, supplyLimit: null })
  }
  const found = await ofMetadata(tx, collection, [...plain.values()])
  const missing = [...plain].filter(([key]) => !found.has(key)).map(([, wish]) => wish)
  const made = await insertTemplates(tx, collection, await withFreeIds(tx, collection.pk, missing), now)
  for (const [place, wish] of missing.entries()) found.set(wish.id, made[place] ?? 0)
  const pks = drafts.map(
    ({ template, metadata, reupload }) => template ?? found.get(plainTemplateId(keyOf(metadata), reupload)) ?? 0,
  )
  await checkLimits(tx, drafts, pks)
  return pks
}

function keyOf(metadata: MintDraft['metadata']): string {
  if (metadata === null) return ''
  return 'hash' in metadata ? metadata.hash : metadata.uri
}

/** The oldest template of each metadata, by the id that a plain mint's would have. */
async function ofMetadata(
  tx: Transaction<Database>,
  { pk }: CollectionRow,
  wishes: readonly NewTemplate[],
): Promise<Map<string, number>> {
  const wanted = wishes.map(({ id, metadata, reupload }) => [
    id,
    metadata && 'hash' in metadata ? metadata.hash : null,
    metadata && 'uri' in metadata ? metadata.uri : null,
    reupload ? 1 : 0,
  ])
  const { rows } = await sql<{ id: string; pk: number }>`
    select w.value ->> 0 as id,
      (select min(t.pk) from templates t where t.collection_pk = ${pk} and t.metadata_hash is w.value ->> 1
         and t.metadata_uri is w.value ->> 2 and t.reupload = w.value ->> 3) as pk
    from json_each(${JSON.stringify(wanted)}) w`.execute(tx)
  return new Map(rows.flatMap((row) => (row.pk === null ? [] : [[row.id, row.pk] as const])))
}

/** A plain mint's template may have been given other metadata since: then its id is taken, and the next one is. */
async function withFreeIds(
  tx: Transaction<Database>,
  collectionPk: number,
  wishes: readonly NewTemplate[],
): Promise<NewTemplate[]> {
  let waiting = wishes.map((wish) => ({ ...wish, base: wish.id }))
  const free: typeof waiting = []
  for (let turn = 2; waiting.length > 0; turn++) {
    const { rows } = await sql<{ id: string }>`
      select id from templates where collection_pk = ${collectionPk}
        and id in (select value from json_each(${JSON.stringify(waiting.map(({ id }) => id))}))`.execute(tx)
    const taken = new Set(rows.map(({ id }) => id))
    free.push(...waiting.filter(({ id }) => !taken.has(id)))
    waiting = waiting.filter(({ id }) => taken.has(id)).map((wish) => ({ ...wish, id: `${wish.base}-${turn}` }))
  }
  const byBase = new Map(free.map((wish) => [wish.base, wish]))
  return wishes.map((wish) => byBase.get(wish.id) ?? wish)
}

/**
 * Answers the keys of what was made, in order. What was read back from the contract under this token is it, with the URI and the limit
 * that the contract has.
 */
async function insertTemplates(
  tx: Transaction<Database>,
  collection: CollectionRow,
  wishes: readonly NewTemplate[],
  now: number,
): Promise<number[]> {
  if (wishes.length === 0) return []
  await keepMetadata(
    tx,
    wishes.flatMap(({ metadata }) => (metadata && 'hash' in metadata ? [metadata] : [])),
  )
  const made = new Map<string, number>()
  let waiting = [...wishes]
  for (let turn = 0; waiting.length > 0; turn++) {
    const rows = waiting.map(({ id, metadata, reupload, supplyLimit, tokenId }) => [
      id,
      tokenId ?? templateTokenId(collection.id, id, turn),
      metadata && 'hash' in metadata ? metadata.hash : null,
      metadata && 'uri' in metadata ? metadata.uri : null,
      reupload ? 1 : 0,
      supplyLimit,
    ])
    const added = await sql<{ pk: number; id: string }>`
      insert into templates (collection_pk, id, token_id, metadata_hash, metadata_uri, reupload, supply_limit, created_at)
      select ${collection.pk}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, ${now}
      from json_each(${JSON.stringify(rows)}) where true
      on conflict (collection_pk, token_id) do update
        set id = excluded.id, metadata_hash = excluded.metadata_hash, metadata_uri = excluded.metadata_uri, reupload = excluded.reupload
        where templates.id = 'recovered-' || templates.token_id
      returning pk, id`.execute(tx)
    for (const { pk, id } of added.rows) made.set(id, pk)
    waiting = waiting.filter(({ id }) => !made.has(id))
  }
  return wishes.map(({ id }) => made.get(id) ?? 0)
}

async function keepMetadata(
  tx: Transaction<Database>,
  metadata: readonly { json: string; hash: string }[],
): Promise<void> {
  if (metadata.length === 0) return
  const texts = JSON.stringify(metadata.map(({ hash, json }) => [hash, json]))
  await sql`
    insert into metadata (hash, json) select value ->> 0, value ->> 1 from json_each(${texts})
    where true on conflict do nothing`.execute(tx)
}

async function checkLimits(
  tx: Transaction<Database>,
  drafts: readonly MintDraft[],
  pks: readonly number[],
): Promise<void> {
  const wanted = new Map<number, number>()
  for (const [place, pk] of pks.entries()) wanted.set(pk, (wanted.get(pk) ?? 0) + (drafts[place]?.amount ?? 1))
  const limited = (await templatesByPk(tx, [...wanted.keys()])).filter(({ supply_limit }) => supply_limit !== null)
  for (const { pk, id, supply_limit: limit } of limited) {
    const { units } = await templateUse(tx, pk)
    const [more, left] = [wanted.get(pk) ?? 0, Math.max(0, (limit ?? 0) - units)]
    if (more > left)
      throw new CoreError(
        'supply.exceeded',
        `The template ${JSON.stringify(id)} may be minted ${limit} times, and only ${left} more, not ${more}: mint fewer, or raise its supply.limit.`,
      )
  }
}
