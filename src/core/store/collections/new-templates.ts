import { sql, type Transaction } from 'kysely'
import { CoreError } from '../../lib/errors.ts'
import type { MintDraft } from '../journal/mint-draft.ts'
import type { Database } from '../tables/schema.ts'
import type { CollectionRow } from './collections.ts'
import { keepMetadata } from './metadata-texts.ts'
import { recoveredTemplateId, templateTokenId } from './template-tokens.ts'
import { templateOfToken } from './templates.ts'

/** A template that is to be added. */
export interface NewTemplate {
  id: string
  metadata: MintDraft['metadata']
  reupload: boolean
  supplyLimit: number | null
  /** The caller's own; else it is computed from collection and id. */
  tokenId?: number | undefined
}

/**
 * Adds a template. The caller has seen that the id is free.
 * @throws CoreError `template.tokenId` when another template of the collection has its token id.
 */
export async function addTemplate(
  tx: Transaction<Database>,
  collection: CollectionRow,
  template: NewTemplate,
  now: number,
): Promise<void> {
  if (template.tokenId !== undefined) {
    const other = await templateOfToken(tx, collection.pk, template.tokenId)
    if (other && other.id !== recoveredTemplateId(template.tokenId))
      throw new CoreError(
        'template.tokenId',
        `The token id ${template.tokenId} is that of the template ${JSON.stringify(other.id)} in this collection: use another, or leave onChain out.`,
      )
  }
  await insertTemplates(tx, collection, [template], now)
}

/**
 * Inserts templates. A template that was read back from the contract under the same token becomes the new one, and keeps the URI and the limit
 * that the contract has.
 * @returns the keys, in order
 */
export async function insertTemplates(
  tx: Transaction<Database>,
  collection: CollectionRow,
  templates: readonly NewTemplate[],
  now: number,
): Promise<number[]> {
  if (templates.length === 0) return []
  await keepMetadata(
    tx,
    templates.flatMap(({ metadata }) => (metadata && 'hash' in metadata ? [metadata] : [])),
  )
  const made = new Map<string, number>()
  let waiting = [...templates]
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
  return templates.map(({ id }) => made.get(id) ?? 0)
}
