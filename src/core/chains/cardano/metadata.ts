/** Metadata of native assets, whoever wrote it: what can be understood of it, and never a fault. */
import { type Asset, contentOf, nameText, textOfHex } from './asset-id.ts'
import { fieldOfDatum } from './datum.ts'

export type Fields = Readonly<Record<string, unknown>>

/** What a service tells of an asset's metadata, as it tells it. */
export interface ToldMetadata {
  /** CIP-25: what stood in the transaction that minted it, by label. */
  minted?: unknown
  /** CIP-68: the datum of the reference token as JSON, by label. */
  datum?: unknown
  /** What the service itself made of either. */
  fields?: unknown
  /** What somebody entered for it in Cardano's registry of tokens, off chain. */
  registry?: unknown
}

/** The metadata of an asset; null where nothing of it can be understood. */
export function metadataOf(asset: Asset, { minted, datum, fields, registry }: ToldMetadata): Fields | null {
  const said = nestedOf(datumOf(datum), asset) ?? nestedOf(minted, asset, true) ?? nestedOf(fields, asset)
  const entered = isObject(registry) ? registry : null
  if (said === null && entered === null) return null
  const { logo, ...rest } = entered ?? {}
  const shown = plain({ ...rest, ...said })
  return {
    ...shown,
    name: shown.name || nameText(asset.name),
    // The registry's logos are PNG without a word of it.
    image: shown.image || (typeof logo === 'string' && logo !== '' ? `data:image/png;base64,${logo}` : ''),
  }
}

/**
 * Metadata itself, or what stands for the asset at `721`, policy and name. Policies are hex, names text (version 1) or hex (version 2); services
 * put `0x` before hex. CIP-68 leaves the label out there.
 * @param labelled whether it must stand at 721
 */
function nestedOf(told: unknown, { policy, name }: Asset, labelled = false): Fields | null {
  if (!isObject(told)) return null
  if (!Object.hasOwn(told, '721')) return labelled || Object.keys(told).length === 0 ? null : told
  const ofPolicy = fieldNamed(told['721'], [policy])
  const names = [...new Set([name, contentOf(name)])]
  return (
    fieldNamed(
      ofPolicy,
      names.flatMap((hex) => textOfHex(hex) ?? []),
      true,
    ) ?? fieldNamed(ofPolicy, names)
  )
}

/** @param exact the names are text; else hex in letters of any case, perhaps after 0x */
function fieldNamed(told: unknown, names: readonly string[], exact = false): Fields | null {
  if (!isObject(told)) return null
  for (const [key, value] of Object.entries(told))
    if (isObject(value) && names.includes(exact ? key : key.replace(/^0x/i, '').toLowerCase())) return value
  return null
}

function datumOf(told: unknown): unknown {
  const [datum] = isObject(told) ? Object.values(told) : []
  return fieldOfDatum(datum)
}

/** With texts in one piece, traits as lists, and addresses that can be loaded. */
function plain(fields: Fields) {
  const files = filesOf(fields.files)
  const ofKind = (kind: RegExp) => files.find(({ mediaType }) => kind.test(textOf(mediaType)))
  return {
    ...fields,
    ...(files.length > 0 ? { files } : {}),
    name: textOf(fields.name),
    description: textOf(fields.description),
    image: addressOf(fields.image) || addressOf(ofKind(/^image\//i)?.src),
    animation_url: addressOf(fields.animation_url) || addressOf(ofKind(/^(video|audio|text\/html|model)/i)?.src),
    attributes: traitsOf(fields.attributes ?? fields.traits),
  }
}

function filesOf(told: unknown): Fields[] {
  const files = Array.isArray(told) ? told : [told]
  return files.filter(isObject).map((file) => ({ ...file, src: addressOf(file.src) }))
}

/** Chunks of at most 64 bytes are one text. */
function textOf(told: unknown): string {
  if (typeof told === 'string') return told
  if (typeof told === 'number') return String(told)
  return Array.isArray(told) && told.every((chunk) => typeof chunk === 'string') ? told.join('') : ''
}

/** Many write a CID alone. */
function addressOf(told: unknown): string {
  const text = textOf(told).trim()
  return /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|baf[a-z2-7]{50,})(\/|$)/.test(text) ? `ipfs://${text}` : text
}

/** CIP-25 has no traits; projects write them as a list, as one object, or as a list of objects. */
function traitsOf(told: unknown): unknown[] {
  if (isObject(told)) return pairsOf(told)
  if (!Array.isArray(told)) return []
  return told.flatMap((one): unknown[] => {
    if (!isObject(one)) return isScalar(one) ? [{ trait_type: '', value: one }] : []
    if ('trait_type' in one) return [one]
    const { name, value } = one
    return typeof name === 'string' && isScalar(value) ? [{ trait_type: name, value }] : pairsOf(one)
  })
}

function pairsOf(told: Fields): unknown[] {
  return Object.entries(told).flatMap(([trait, value]) => {
    const said = isScalar(value) ? value : textOf(value)
    return said === '' ? [] : [{ trait_type: trait, value: said }]
  })
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
