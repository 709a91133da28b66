/** Metadata of native assets, written by anybody: reads what it understands, and never throws. */
import { type Asset, contentOf, nameText, textOfHex } from './asset-id.ts'
import { fieldOfDatum } from './datum.ts'

export type Fields = Readonly<Record<string, unknown>>

/** An asset's metadata as a service returned it. */
export interface RawMetadata {
  /** CIP-25: the metadata of the minting transaction, by label. */
  minted?: unknown
  /** CIP-68: the datum of the reference token as JSON, by label. */
  datum?: unknown
  /** What the service parsed from either. */
  fields?: unknown
  /** Its entry in Cardano's token registry, off chain. */
  registry?: unknown
}

/** The metadata of an asset; null if nothing of it can be read. */
export function metadataOf(asset: Asset, { minted, datum, fields, registry }: RawMetadata): Fields | null {
  const said = nestedOf(datumOf(datum), asset) ?? nestedOf(minted, asset, true) ?? nestedOf(fields, asset)
  const entered = isObject(registry) ? registry : null
  if (said === null && entered === null) return null
  const { logo, ...rest } = entered ?? {}
  const shown = plain({ ...rest, ...said })
  return {
    ...shown,
    name: shown.name || nameText(asset.name),
    // The registry's logos are PNG in base64, without a data URL's head.
    image: shown.image || (typeof logo === 'string' && logo !== '' ? `data:image/png;base64,${logo}` : ''),
  }
}

/**
 * The JSON itself, or the asset's entry in it under `721`, policy, name. Policies are hex, names text (version 1) or hex (version 2); services
 * put `0x` before hex. CIP-68 leaves the label out of names there.
 * @param labelled whether the entry must be under 721
 */
function nestedOf(json: unknown, { policy, name }: Asset, labelled = false): Fields | null {
  if (!isObject(json)) return null
  if (!Object.hasOwn(json, '721')) return labelled || Object.keys(json).length === 0 ? null : json
  const ofPolicy = fieldNamed(json['721'], [policy])
  const names = [...new Set([name, contentOf(name)])]
  return (
    fieldNamed(
      ofPolicy,
      names.flatMap((hex) => textOfHex(hex) ?? []),
      true,
    ) ?? fieldNamed(ofPolicy, names)
  )
}

/** @param exact the names are text; else hex in any case, with or without 0x */
function fieldNamed(json: unknown, names: readonly string[], exact = false): Fields | null {
  if (!isObject(json)) return null
  for (const [key, value] of Object.entries(json))
    if (isObject(value) && names.includes(exact ? key : key.replace(/^0x/i, '').toLowerCase())) return value
  return null
}

function datumOf(json: unknown): unknown {
  const [datum] = isObject(json) ? Object.values(json) : []
  return fieldOfDatum(datum)
}

/** The fields with joined texts, traits as a list, and URIs that can be loaded. */
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

function filesOf(value: unknown): Fields[] {
  const files = Array.isArray(value) ? value : [value]
  return files.filter(isObject).map((file) => ({ ...file, src: addressOf(file.src) }))
}

/** Joins the chunks (at most 64 bytes each) of a text. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  return Array.isArray(value) && value.every((chunk) => typeof chunk === 'string') ? value.join('') : ''
}

/** A URI; many projects write a bare CID. */
function addressOf(value: unknown): string {
  const text = textOf(value).trim()
  return /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|baf[a-z2-7]{50,})(\/|$)/.test(text) ? `ipfs://${text}` : text
}

/** CIP-25 has no traits; projects write them as a list, as one object, or as a list of objects. */
function traitsOf(traits: unknown): unknown[] {
  if (isObject(traits)) return pairsOf(traits)
  if (!Array.isArray(traits)) return []
  return traits.flatMap((one): unknown[] => {
    if (!isObject(one)) return isScalar(one) ? [{ trait_type: '', value: one }] : []
    if ('trait_type' in one) return [one]
    const { name, value } = one
    return typeof name === 'string' && isScalar(value) ? [{ trait_type: name, value }] : pairsOf(one)
  })
}

function pairsOf(traits: Fields): unknown[] {
  return Object.entries(traits).flatMap(([trait, value]) => {
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
