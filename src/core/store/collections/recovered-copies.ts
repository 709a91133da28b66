import { sql } from 'kysely'
import { recoveredActionIds } from '../journal/actions.ts'
import type { MintDraft } from '../journal/mint-draft.ts'
import { inNoBatch } from '../journal/mints-now.ts'
import type { Store } from '../sqlite/open.ts'
import { recoveredTemplateId } from './template-tokens.ts'

/** A template as its contract has it. */
export interface RecoveredTemplate {
  tokenId: number
  /** '' under the collection's base URI. */
  uri: string
  limit: number | null
  metadata: MintDraft['metadata']
}

/** A copy on chain whose own id is not known. */
export interface RecoveredCopy {
  id: string
  tokenId: number
  amount: number
  txHash: string
  recipient: string
  address: string
  contentHash: Buffer
}

/** Which of these tokens belong to no template of the collection. */
export async function tokensWithoutTemplate(
  db: Store,
  collectionPk: number,
  tokenIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('templates')
    .select('token_id')
    .where('collection_pk', '=', collectionPk)
    .where('token_id', 'in', sql<number>`(select value from json_each(${JSON.stringify(tokenIds)}))`)
    .execute()
  const known = new Set(rows.map(({ token_id }) => token_id))
  return [...new Set(tokenIds)].filter((tokenId) => !known.has(tokenId))
}

/** Enters templates under our own ids, and copies of these and others. Existing ones stay. @returns how many copies are new */
export async function enterRecoveredCopies(
  db: Store,
  collectionPk: number,
  { templates, copies }: { templates: readonly RecoveredTemplate[]; copies: readonly RecoveredCopy[] },
  now: number,
): Promise<number> {
  const texts = templates.flatMap(({ metadata }) => (metadata && 'hash' in metadata ? [metadata] : []))
  const made = templates.map(({ tokenId, uri, limit, metadata }) => [
    recoveredTemplateId(tokenId),
    tokenId,
    metadata && 'hash' in metadata ? metadata.hash : null,
    metadata && 'uri' in metadata ? metadata.uri : null,
    uri,
    limit,
  ])
  return await db.transaction().execute(async (trx) => {
    const actionIds = await recoveredActionIds(
      trx,
      collectionPk,
      copies.map(({ id }) => id),
    )
    const rows = copies.map(({ id, recipient, address, contentHash, tokenId, txHash, amount }, place) => [
      id,
      recipient,
      address,
      contentHash.toString('hex'),
      tokenId,
      txHash,
      amount,
      actionIds[place],
    ])
    await sql`
      insert into metadata (hash, json) select value ->> 0, value ->> 1
      from json_each(${JSON.stringify(texts.map(({ hash, json }) => [hash, json]))})
      where true on conflict do nothing`.execute(trx)
    await sql`
      insert into templates (collection_pk, id, token_id, metadata_hash, metadata_uri, reupload, uri, supply_limit, created_at)
      select ${collectionPk}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, 0, value ->> 4, value ->> 5, ${now}
      from json_each(${JSON.stringify(made)}) where true on conflict do nothing`.execute(trx)
    const { numAffectedRows } = await sql`
      insert into mints (collection_pk, state, created_at, completed_at, reupload, recovered, id, action_id, recipient, address,
                         content_hash, token_id, tx_hash, amount, template_pk)
      select ${collectionPk}, 'succeeded', ${now}, ${now}, 0, 1, value ->> 0, value ->> 7, value ->> 1, value ->> 2,
             unhex(value ->> 3), value ->> 4, value ->> 5, value ->> 6,
             (select pk from templates where collection_pk = ${collectionPk} and token_id = value ->> 4)
      from json_each(${JSON.stringify(rows)}) where true on conflict do nothing`.execute(trx)
    return Number(numAffectedRows ?? 0n)
  })
}

/** How many templates of a collection have our own ids (`recovered-…`). */
export async function recoveredTemplates(db: Store, collectionPk: number): Promise<number> {
  const { count } = await db
    .selectFrom('templates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('collection_pk', '=', collectionPk)
    .where(sql<boolean>`id = 'recovered-' || token_id`)
    .executeTakeFirstOrThrow()
  return count
}

/** Ids of the mints that are known to be on chain only because they were read back. */
export async function readBackIds(db: Store, collectionPk: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mints')
    .select('id')
    .where('collection_pk', '=', collectionPk)
    .where('state', '=', 'succeeded')
    .where(inNoBatch())
    .where('recovered', '=', 0)
    .execute()
  return rows.map(({ id }) => id)
}
