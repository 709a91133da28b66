import { sql, type Transaction } from 'kysely'
import { CoreError } from '../../lib/errors.ts'
import type { MintDraft } from '../journal/mint-draft.ts'
import type { Database } from '../tables/schema.ts'
import type { CollectionRow } from './collections.ts'
import { insertTemplates, type NewTemplate } from './new-templates.ts'
import { limitsAskedFor } from './template-changes.ts'
import { plainTemplateId } from './template-tokens.ts'
import { type TemplateRow, templatesByPk, templateUse } from './templates.ts'

/**
 * The key of each mint's template: the one that it names, or the one with its metadata, which is made where there is none. Runs in the
 * transaction that enters the mints.
 * @throws CoreError `supply.exceeded` when a template's own limit does not allow all of them; `template.unknown` when one that is named was
 *   removed meanwhile.
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
  const missing = [...plain].filter(([key]) => !found.has(key)).map(([, template]) => template)
  const made = await insertTemplates(tx, collection, await withFreeIds(tx, collection.pk, missing), now)
  for (const [place, template] of missing.entries()) found.set(template.id, made[place] ?? 0)
  const pks = drafts.map(
    ({ template, metadata, reupload }) => template?.pk ?? found.get(plainTemplateId(keyOf(metadata), reupload)) ?? 0,
  )
  const rows = await templatesByPk(tx, [...new Set(pks)])
  requireNamed(collection, drafts, rows)
  await checkLimits(tx, collection, drafts, pks, rows)
  return pks
}

function keyOf(metadata: MintDraft['metadata']): string {
  if (metadata === null) return ''
  return 'hash' in metadata ? metadata.hash : metadata.uri
}

/** The oldest template with each metadata, by the id that a plain mint's would have. Templates with a pending update do not count. */
async function ofMetadata(
  tx: Transaction<Database>,
  { pk }: CollectionRow,
  templates: readonly NewTemplate[],
): Promise<Map<string, number>> {
  const wanted = templates.map(({ id, metadata, reupload }) => [
    id,
    metadata && 'hash' in metadata ? metadata.hash : null,
    metadata && 'uri' in metadata ? metadata.uri : null,
    reupload ? 1 : 0,
  ])
  const { rows } = await sql<{ id: string; pk: number }>`
    select w.value ->> 0 as id,
      (select min(t.pk) from templates t where t.collection_pk = ${pk} and t.metadata_hash is w.value ->> 1
         and t.metadata_uri is w.value ->> 2 and t.reupload = w.value ->> 3
         and not exists (select 1 from actions a where a.collection_pk = ${pk} and a.status = 'pending' and a.kind = 'nfts.update'
           and a.work ->> 'kind' = 'update' and a.work ->> 'tokenId' = t.token_id)) as pk
    from json_each(${JSON.stringify(wanted)}) w`.execute(tx)
  return new Map(rows.flatMap((row) => (row.pk === null ? [] : [[row.id, row.pk] as const])))
}

/** Gives plain mints' templates free ids: one whose template got other metadata since is taken, and the next is used. */
async function withFreeIds(
  tx: Transaction<Database>,
  collectionPk: number,
  templates: readonly NewTemplate[],
): Promise<NewTemplate[]> {
  let waiting = templates.map((template) => ({ ...template, base: template.id }))
  const free: typeof waiting = []
  for (let turn = 2; waiting.length > 0; turn++) {
    const { rows } = await sql<{ id: string }>`
      select id from templates where collection_pk = ${collectionPk}
        and id in (select value from json_each(${JSON.stringify(waiting.map(({ id }) => id))}))`.execute(tx)
    const taken = new Set(rows.map(({ id }) => id))
    free.push(...waiting.filter(({ id }) => !taken.has(id)))
    waiting = waiting
      .filter(({ id }) => taken.has(id))
      .map((template) => ({ ...template, id: `${template.base}-${turn}` }))
  }
  const byBase = new Map(free.map((template) => [template.base, template]))
  return templates.map((template) => byBase.get(template.id) ?? template)
}

/** Named templates were looked up before: if one was removed since, its key may be another template's by now. */
function requireNamed({ id, pk }: CollectionRow, drafts: readonly MintDraft[], rows: readonly TemplateRow[]): void {
  const byPk = new Map(rows.map((row) => [row.pk, row]))
  for (const { template } of drafts) {
    if (template === undefined) continue
    const row = byPk.get(template.pk)
    if (row?.collection_pk === pk && row.id === template.id) continue
    throw new CoreError(
      'template.unknown',
      `The template ${JSON.stringify(template.id)} of the collection ${JSON.stringify(id)} was removed just now: make it again, or send metadata.`,
    )
  }
}

async function checkLimits(
  tx: Transaction<Database>,
  collection: CollectionRow,
  drafts: readonly MintDraft[],
  pks: readonly number[],
  rows: readonly TemplateRow[],
): Promise<void> {
  const wanted = new Map<number, number>()
  for (const [place, pk] of pks.entries()) wanted.set(pk, (wanted.get(pk) ?? 0) + (drafts[place]?.amount ?? 1))
  const asked = await limitsAskedFor(tx, collection.pk)
  for (const { pk, id, token_id, supply_limit } of rows) {
    const limit = asked.has(token_id) ? asked.get(token_id) : supply_limit
    if (limit === null || limit === undefined) continue
    const { units } = await templateUse(tx, pk)
    const [more, left] = [wanted.get(pk) ?? 0, Math.max(0, limit - units)]
    if (more > left)
      throw new CoreError(
        'supply.exceeded',
        `The template ${JSON.stringify(id)} may be minted ${limit} times, and only ${left} more, not ${more}: mint fewer, or raise its supply.limit.`,
      )
  }
}
