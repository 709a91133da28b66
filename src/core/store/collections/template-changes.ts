/** Changes of templates on their contract; the database follows when the chain has confirmed them. */
import { sql, type Transaction } from 'kysely'
import type { Work } from '../../chains/family/work.ts'
import type { Database } from '../tables/schema.ts'
import { changeTemplate, type TemplateMetadata } from './templates.ts'

/** A pending change, as it is stored with its action; for an update with the `metadata` as it was given. */
export type TemplateWork =
  | (Extract<Work, { kind: 'update' }> & { template: { metadata: TemplateMetadata } })
  | Extract<Work, { kind: 'limit-template' }>

/** Applies a confirmed change to its template. An update of an NFT that is no copy changes no template. */
export async function followTemplate(tx: Transaction<Database>, collectionPk: number, work: string): Promise<void> {
  const made = JSON.parse(work) as TemplateWork | Exclude<Work, TemplateWork>
  const change =
    made.kind === 'limit-template'
      ? { supplyLimit: made.limit === 0 ? null : made.limit }
      : made.kind === 'update' && 'template' in made
        ? { metadata: made.template.metadata }
        : undefined
  if (change === undefined || !('tokenId' in made)) return
  const template = await tx
    .selectFrom('templates')
    .select('pk')
    .where('collection_pk', '=', collectionPk)
    .where('token_id', '=', Number(made.tokenId))
    .executeTakeFirst()
  if (template) await changeTemplate(tx, template.pk, change)
}

/**
 * The requested and unconfirmed limits of a collection's templates, by token id; null: no limit. New mints are checked against these, because
 * they come after the change on chain.
 */
export async function limitsAskedFor(
  tx: Transaction<Database>,
  collectionPk: number,
): Promise<Map<number, number | null>> {
  const { rows } = await sql<{ token: number; most: number }>`
    select work ->> 'tokenId' as token, work ->> 'limit' as most from actions
    where collection_pk = ${collectionPk} and status = 'pending' and kind = 'nfts.update' and work ->> 'kind' = 'limit-template'
    order by pk`.execute(tx)
  return new Map(rows.map(({ token, most }) => [token, most === 0 ? null : most]))
}
