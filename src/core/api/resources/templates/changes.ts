import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Project } from '../../../../shared/app-api.ts'
import { Refusal } from '../../../chains/family/outcome.ts'
import { CoreError } from '../../../lib/errors.ts'
import { literalIn, prefixOf } from '../../../lib/uri-prefix.ts'
import { requireStorageForMints } from '../../../metadata/live-storage.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import type { TemplateWork } from '../../../store/collections/template-changes.ts'
import {
  changeTemplate,
  findTemplate,
  isTemplateUnderWay,
  type TemplateFigures,
  type TemplateMetadata,
  templateUse,
} from '../../../store/collections/templates.ts'
import { addAction } from '../../../store/journal/actions.ts'
import type { MintDraft } from '../../../store/journal/mint-draft.ts'
import type { Database } from '../../../store/tables/schema.ts'
import type { CoreContext } from '../../http/context.ts'
import { ApiFault, notFound } from '../../http/faults.ts'
import { readyToMint } from '../contracts.ts'

export interface TemplateChange {
  metadata: { value: MintDraft['metadata']; reupload: boolean } | undefined
  /** null: no limit; undefined: unchanged. */
  supplyLimit: number | null | undefined
}

/**
 * Changes a template. Once copies of it are minted, the contract must make the change, and the template stays as it was until the chain has
 * confirmed it.
 * @throws ApiFault 422 `supply.exceeded` for a limit below what is minted or queued, `template.busy` while its first copies are being
 *   minted, 404 when it was removed meanwhile; CoreError for linked files that cannot be fetched, and for what the contract refuses
 */
export async function acceptChange(
  context: CoreContext,
  project: Project,
  given: CollectionRow,
  template: TemplateFigures,
  change: TemplateChange,
): Promise<void> {
  const { db, metadata, minting } = context
  const collection = await readyToMint(context, project, given)
  const uriPrefix = prefixOf(collection.contract_uri)
  // A scope of its own, so that files are fetched again: a URL may serve another picture by now, which is the reason for the change.
  const scope = { id: null, importId: null, uriPrefix }
  const value = change.metadata?.value
  if (value !== undefined) await requireStorageForMints(context.storage, project, collection, [value])
  const uri =
    value && 'json' in value
      ? await metadata.storeJson(
          await metadata.resolve(scope, value.json, change.metadata?.reupload ?? true),
          uriPrefix,
        )
      : (value?.uri ?? null)
  const metadataGiven = change.metadata && { ...change.metadata, uri }
  const works = worksOf(collection, template, { metadata: metadataGiven, supplyLimit: change.supplyLimit })
  const before = await templateUse(db, template.pk)
  checkLimit(template, change.supplyLimit, before.units)
  if (before.minted) await rehearse(context, project, collection, works)
  const changed = await db.transaction().execute(async (tx) => {
    await requireStanding(tx, template)
    const { units, minted } = await templateUse(tx, template.pk)
    checkLimit(template, change.supplyLimit, units)
    if (!minted && (await isTemplateUnderWay(tx, template))) throw busy(template)
    if (minted) for (const work of works) await queue(tx, context, project, collection, work)
    else await changeTemplate(tx, template.pk, { metadata: metadataGiven, supplyLimit: change.supplyLimit })
    return minted
  })
  if (changed) minting.wake(collection.pk)
}

/** Asserts that the template was not removed meanwhile: another one may have its key by now. @throws ApiFault 404 */
async function requireStanding(tx: Transaction<Database>, template: TemplateFigures): Promise<void> {
  const now = await findTemplate(tx, template.collection_pk, template.id)
  if (now?.pk !== template.pk || now.token_id !== template.token_id) throw notFound('template', template.id)
}

function worksOf(
  { contract_address: contract, contract_uri: contractUri }: CollectionRow,
  { token_id: tokenId }: TemplateFigures,
  { metadata, supplyLimit }: { metadata: TemplateMetadata | undefined; supplyLimit: number | null | undefined },
): TemplateWork[] {
  if (contract === null) return []
  const literal = literalIn(prefixOf(contractUri))
  return [
    ...(metadata === undefined || metadata.uri === null
      ? []
      : [{ kind: 'update' as const, contract, tokenId, uri: metadata.uri, template: { metadata }, ...literal }]),
    ...(supplyLimit === undefined
      ? []
      : [{ kind: 'limit-template' as const, contract, tokenId, limit: supplyLimit ?? 0 }]),
  ]
}

/** Simulates a change, to answer the contract's refusal at once. If the chain cannot simulate now, the change is queued all the same. */
async function rehearse(
  { chains, log }: CoreContext,
  project: Project,
  collection: CollectionRow,
  works: readonly TemplateWork[],
): Promise<void> {
  try {
    const client = await chains.client(project.kind, collection.chain)
    for (const work of works) await client.prepare(work, project.index)
  } catch (error) {
    if (error instanceof Refusal && error.outcome.kind === 'failed')
      throw new CoreError(error.outcome.code, error.outcome.message)
    log.warn({ err: error, collection: collection.id }, 'a change of a template could not be tried out')
  }
}

function checkLimit({ id }: TemplateFigures, limit: number | null | undefined, units: number): void {
  if (limit === undefined || limit === null || limit >= units) return
  throw new ApiFault(
    422,
    'supply.exceeded',
    `${units} units of the template ${JSON.stringify(id)} are minted or on their way, so its supply.limit cannot be ${limit}.`,
  )
}

function busy({ id }: TemplateFigures): ApiFault {
  return new ApiFault(
    422,
    'template.busy',
    `The first copies of the template ${JSON.stringify(id)} are being minted right now: change it when they are done.`,
  )
}

async function queue(
  tx: Transaction<Database>,
  { clock }: CoreContext,
  project: Project,
  collection: CollectionRow,
  work: TemplateWork,
): Promise<void> {
  await addAction(
    tx,
    { projectId: project.id, id: randomUUID(), kind: 'nfts.update', collectionPk: collection.pk, mintPk: null, work },
    clock(),
  )
}
