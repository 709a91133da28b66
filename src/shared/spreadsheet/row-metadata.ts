import { familyOf } from '../families.ts'
import { maxMetadataBytes } from '../nft-metadata.ts'
import { tooLongOnChain } from '../on-chain-lengths.ts'
import { type ParsedAttributes, parseAttributes, parseTrait } from './attributes.ts'
import { shown } from './finding.ts'
import { type Add, type Cell, headerOf, type RowRules } from './row-cells.ts'

/** The metadata of a row; `image` and `animation_url` may be names of files in the media folder. */
export interface RowMetadata {
  name?: string
  image?: string
  description?: string
  animation_url?: string
  external_url?: string
  attributes?: NonNullable<Extract<ParsedAttributes, { ok: true }>['attributes']>
}

/** The attributes of a row, from the `attributes` column and the trait columns. */
export function attributesOf(given: readonly Cell[], add: Add): NonNullable<RowMetadata['attributes']> {
  const attributes: NonNullable<RowMetadata['attributes']> = []
  for (const { text, header, mapping } of given) {
    if (mapping.field === 'attributes') {
      const parsed = parseAttributes(text)
      if (parsed.ok) attributes.push(...parsed.attributes)
      else add(header, 'attributes.json', parsed.message)
    } else if (mapping.field === 'trait') {
      const parsed = parseTrait(mapping.trait ?? header.trim(), mapping.displayType, text)
      if (parsed.ok) attributes.push(parsed.attribute)
      else add(header, 'attributes.json', parsed.message)
    }
  }
  return attributes
}

/** Up to this many characters of cells, metadata cannot be too large: JSON takes at most 6 bytes per character. */
const safeLength = 100_000

/** Metaplex's bounds, in bytes of UTF-8: name 32, URI 200. */
export function checkLengths(
  metadata: RowMetadata,
  uri: string | undefined,
  cellsLength: number,
  rules: RowRules,
  add: Add,
): void {
  const size = cellsLength < safeLength ? 0 : new TextEncoder().encode(JSON.stringify(metadata)).length
  if (size > maxMetadataBytes)
    add('', 'metadata.length', `The metadata has ${size} bytes, and at most ${maxMetadataBytes} are taken: shorten it.`)
  if (familyOf(rules.chain).longest === null) return
  for (const [field, text, kept] of [
    ['name', metadata.name ?? '', 'name'],
    ['metadata_uri', uri ?? '', 'uri'],
  ] as const) {
    const message = tooLongOnChain(rules.chain, kept, text, shown(text))
    if (message !== null) add(headerOf(rules, field), 'metadata.length', message)
  }
}
