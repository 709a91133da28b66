/** In which fields requests for mints differ from existing mints. */
import { canonicalJson } from '../../../lib/canonical-json.ts'
import type { NftRow } from '../../../store/collections/nft-rows.ts'
import type { WantedMint } from './mint-drafts.ts'

/** Most fields that an answer names. */
const mismatchesNamed = 20

/** The fields in which requests differ from the mints with their ids. */
export function differences(
  given: readonly WantedMint[],
  ids: readonly string[],
  rows: ReadonlyMap<string, NftRow>,
): string[] {
  const all = given.flatMap((item, at) => {
    const row = rows.get(ids[at] ?? '')
    if (!row) return []
    const prefix = given.length > 1 ? `nfts[${at}].` : ''
    return differencesOf(item, row).map((field) => `${prefix}${field}`)
  })
  return all.slice(0, mismatchesNamed)
}

/** The fields in which one request differs; none if the caller named no id, since the mint was then made from that request. */
export function differencesOf(item: WantedMint, row: NftRow): string[] {
  return item.draft.id === undefined ? [] : fieldsThatDiffer(item, row).slice(0, mismatchesNamed)
}

function fieldsThatDiffer({ draft, templateId }: WantedMint, row: NftRow): string[] {
  const fields = draft.recipient === row.recipient ? [] : ['recipient']
  if (templateId !== undefined) {
    if (templateId !== row.template_id) fields.push('templateId')
    if (draft.amount !== row.amount) fields.push('amount')
    return fields
  }
  const wanted = draft.metadata
  if (wanted && 'json' in wanted && row.json !== null) fields.push(...metadataDifferences(wanted.json, row.json))
  else if ((wanted && 'uri' in wanted ? wanted.uri : null) !== row.metadata_uri || row.json !== null)
    fields.push('metadata')
  if (draft.reupload !== (row.reupload === 1)) fields.push('reuploadLinkedFiles')
  if ((draft.compressed ?? false) !== (row.compressed === 1)) fields.push('compressed')
  // The existing mint may have several units.
  if ((draft.amount ?? 1) !== row.amount) fields.push('amount')
  return fields
}

function metadataDifferences(wanted: string, standing: string): string[] {
  if (wanted === standing) return []
  const [a, b]: Record<string, unknown>[] = [JSON.parse(wanted), JSON.parse(standing)]
  const keys = [...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])].sort()
  return keys
    .filter((key) => canonicalJson([a?.[key] ?? null]) !== canonicalJson([b?.[key] ?? null]))
    .map((key) => `metadata.${key}`)
}
