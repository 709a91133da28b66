import type { CollectionRow } from '../../../store/collections/collections.ts'
import { type NamedTemplate, templatesByIds } from '../../../store/collections/templates.ts'
import type { MintDraft } from '../../../store/journal/mint-draft.ts'
import type { CoreContext } from '../../http/context.ts'
import { ApiFault } from '../../http/faults.ts'
import type { WantedMint } from './mint-drafts.ts'

/**
 * Adds the template's key to mints that name a template, and returns each mint with the metadata that it will have.
 * @throws ApiFault 404 `template.unknown` where the collection has none of that id; `details` names each
 */
export async function editionsOf(
  { db }: Pick<CoreContext, 'db'>,
  collection: CollectionRow,
  given: readonly WantedMint[],
): Promise<{ mint: WantedMint; metadata: MintDraft['metadata'] }[]> {
  const ids = [...new Set(given.flatMap(({ templateId }) => templateId ?? []))]
  const templates = ids.length === 0 ? new Map<string, NamedTemplate>() : await templatesByIds(db, collection.pk, ids)
  const unknown = given.flatMap(({ templateId }, at) =>
    templateId === undefined || templates.has(templateId)
      ? []
      : [
          {
            path: given.length === 1 ? 'templateId' : `nfts[${at}].templateId`,
            message: noTemplate(collection, templateId),
          },
        ],
  )
  if (unknown.length > 0) throw new ApiFault(404, 'template.unknown', unknown[0]?.message ?? '', unknown)
  return given.map((mint) => {
    const template = mint.templateId === undefined ? undefined : templates.get(mint.templateId)
    if (!template) return { mint, metadata: mint.draft.metadata }
    const { pk, id, reupload, json, metadata_uri: uri } = template
    return {
      mint: { ...mint, draft: { ...mint.draft, template: { pk, id }, reupload: reupload === 1 } },
      metadata: json !== null ? { json, hash: '' } : uri !== null ? { uri } : null,
    }
  })
}

function noTemplate({ id, fungibility }: CollectionRow, templateId: string): string {
  return fungibility === 'semi-fungible'
    ? `The collection ${JSON.stringify(id)} has no template ${JSON.stringify(templateId)}: make it with PUT …/templates/${encodeURIComponent(templateId)}, or send metadata.`
    : `The collection ${JSON.stringify(id)} is not semi-fungible, so it has no templates: send metadata in place of templateId.`
}
