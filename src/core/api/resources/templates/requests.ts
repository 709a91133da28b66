/** Reads the request for a new template. */
import { randomUUID } from 'node:crypto'
import { templateFields } from '../../../../shared/api-schemas/templates.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import type { NewTemplate } from '../../../store/collections/new-templates.ts'
import type { TemplateFigures } from '../../../store/collections/templates.ts'
import { invalidRequest } from '../../http/faults.ts'
import { check } from '../../http/validation.ts'
import { readMetadata } from '../nfts/mint-drafts.ts'

/** A template, whether the caller named it, and whether it gave a limit. */
export type TemplateInput = NewTemplate & { named: boolean; limited: boolean }

/** Reads a body that asks for a template. @throws ApiFault 400 */
export function readTemplate(body: unknown, collection: CollectionRow, id?: string): TemplateInput {
  const shape = check(templateFields, body)
  const metadata = readMetadata(hasMetadata(body) ? body.metadata : undefined, collection.base_uri !== null)
  if (!shape.ok || !metadata.ok)
    throw invalidRequest([...(shape.ok ? [] : shape.faults), ...(metadata.ok ? [] : metadata.faults)])
  const { templateId, onChain, supply, reuploadLinkedFiles } = shape.value
  const own = id ?? templateId
  return {
    id: own ?? randomUUID(),
    named: own !== undefined,
    metadata: metadata.value,
    reupload: reuploadLinkedFiles ?? true,
    supplyLimit: supply?.limit ?? null,
    limited: supply?.limit !== undefined,
    tokenId: onChain?.tokenId,
  }
}

export function hasMetadata(body: unknown): body is { metadata: unknown } {
  return typeof body === 'object' && body !== null && 'metadata' in body
}

/** The fields in which a body differs from the existing template. */
export function mismatches(standing: TemplateFigures, input: TemplateInput): string[] {
  const { metadata } = input
  const same =
    metadata === null
      ? standing.metadata_hash === null && standing.metadata_uri === null
      : 'hash' in metadata
        ? metadata.hash === standing.metadata_hash
        : metadata.uri === standing.metadata_uri
  return [
    ...(same ? [] : ['metadata']),
    ...(input.tokenId === undefined || input.tokenId === standing.token_id ? [] : ['onChain.tokenId']),
    ...(!input.limited || input.supplyLimit === standing.supply_limit ? [] : ['supply.limit']),
    ...(input.reupload === (standing.reupload === 1) ? [] : ['reuploadLinkedFiles']),
  ]
}
