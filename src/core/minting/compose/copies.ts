import type { TemplateDefinition } from '../../chains/family/copies.ts'
import type { ChainClient } from '../../chains/family/family.ts'
import { CoreError } from '../../lib/errors.ts'
import { prefixOf } from '../../lib/uri-prefix.ts'
import { metadataTexts } from '../../store/collections/metadata-texts.ts'
import { definedAmong, setTemplateUri, type TemplateRow, templatesByPk } from '../../store/collections/templates.ts'
import type { RunRow } from '../../store/journal/batches.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'

/** By key of the template: its definition for the contract, or why its metadata cannot be fetched. */
export type Templates = ReadonlyMap<number, TemplateState | CoreError>

interface TemplateState {
  definition: TemplateDefinition
  /** The contract is not known to have it. */
  isNew: boolean
}

/** Pins the metadata of templates that mints are waiting for, each once. */
export async function pinTemplates(
  { deps }: QueueContext,
  collection: CollectionRow,
  run: RunRow | null,
  pks: readonly number[],
): Promise<Templates> {
  const [rows, defined] = await Promise.all([templatesByPk(deps.db, pks), definedAmong(deps.db, pks)])
  const texts = await metadataTexts(deps.db, [...new Set(rows.flatMap(({ metadata_hash }) => metadata_hash ?? []))])
  const uriPrefix = prefixOf(collection.contract_uri)
  const scope = { id: run?.id ?? `collection ${collection.pk}`, importId: run?.import_id ?? null, uriPrefix }
  const pinned = async (template: TemplateRow): Promise<string> => {
    if (template.uri !== null) return template.uri
    const json = template.metadata_hash === null ? undefined : texts.get(template.metadata_hash)
    const uri =
      json === undefined
        ? (template.metadata_uri ?? '')
        : await deps.metadata.storeJson(await deps.metadata.resolve(scope, json, template.reupload === 1), uriPrefix)
    await setTemplateUri(deps.db, template, uri)
    return uri
  }
  const found = await Promise.all(
    rows.map(async (template): Promise<[number, TemplateState | CoreError]> => {
      try {
        const definition = { ...definitionOf(template), uri: await pinned(template) }
        return [template.pk, { definition, isNew: !defined.has(template.pk) }]
      } catch (error) {
        if (error instanceof CoreError) return [template.pk, error]
        throw error
      }
    }),
  )
  return new Map(found)
}

/** A template's definition for the contract, once its metadata is stored. */
export function definitionOf({ token_id, uri, supply_limit }: TemplateRow): TemplateDefinition {
  return { tokenId: token_id, uri: uri ?? '', limit: supply_limit ?? 0 }
}

/** Ours: how much of a transaction's weight limit is planned for, in percent: recipients that are contracts take more than others. */
const plannedShare = 75n

/** Mints in groups of which each fits into one transaction, in order. */
export function groupsOfCopies<Mint extends { row: { template_pk: number | null } }>(
  mints: readonly Mint[],
  templates: Templates,
  { copies, limits }: Pick<ChainClient, 'copies' | 'limits'>,
): Mint[][] {
  if (!copies) throw new Error('this chain has no semi-fungible collections')
  const most = (limits.weightPerTransaction * plannedShare) / 100n
  const groups: Mint[][] = []
  let fresh = new Map<number, TemplateDefinition>()
  for (const mint of mints) {
    const template = templates.get(mint.row.template_pk ?? 0)
    const added =
      template && !(template instanceof CoreError) && template.isNew
        ? new Map([[template.definition.tokenId, template.definition]])
        : new Map<number, TemplateDefinition>()
    const group = groups.at(-1)
    const together = new Map([...fresh, ...added])
    if (group && copies.weight(group.length + 1, [...together.values()]) <= most) {
      group.push(mint)
      fresh = together
    } else {
      groups.push([mint])
      fresh = added
    }
  }
  return groups
}
