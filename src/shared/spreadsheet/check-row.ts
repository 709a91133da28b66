import type { ColumnMapping, Finding } from '../app-api.ts'
import type { ChainName } from '../chains.ts'
import { familyOf } from '../families.ts'
import { emailRecipient, type ParsedRecipient, parseRecipient, type Recipient, userIdRecipient } from '../locator.ts'
import { maxMetadataBytes } from '../nft-metadata.ts'
import { tooLongOnChain } from '../on-chain-lengths.ts'
import { type ParsedAttributes, parseAttributes, parseTrait } from './attributes.ts'
import { type FindingCode, findingOf, shown } from './finding.ts'
import { maxCellLength, maxQuantity } from './limits.ts'

/** What rows are checked against. */
export interface RowRules {
  columns: readonly ColumnMapping[]
  /** The collection's chain. */
  chain: ChainName
  /** The collection has a base URI, so that name and image may be left out. */
  hasBaseUri: boolean
  /** A folder of media was given along: what is no URL is the name of a file in it. */
  hasMedia: boolean
}

/** Metadata as a row gives it; `image` and `animation_url` may be names of files in the media folder. */
export interface RowMetadata {
  name?: string
  image?: string
  description?: string
  animation_url?: string
  external_url?: string
  attributes?: NonNullable<Extract<ParsedAttributes, { ok: true }>['attributes']>
}

/** What a good row asks to be minted. */
export interface RowDraft {
  /** Normal form: `polygon:0x…`, `email:ada@example.com:polygon`, `userId:7:polygon`. */
  recipient: string
  metadata?: RowMetadata
  /** Metadata that is hosted already; then there is no `metadata`. */
  metadataUri?: string
  quantity: number
  id?: string
  compressed?: boolean
}

export interface CheckedRow {
  findings: Finding[]
  /** Undefined where a finding is an error. */
  draft: RowDraft | undefined
  /** A results file says that this row was minted. */
  done: boolean
  /** The files of the media folder that it names, with the column each is in. */
  media: { column: string; name: string }[]
  /** The recipient where it is an address, and the column it stands in: only its chain knows whether it is a contract. */
  address?: { address: string; column: string }
  /** The recipient where it is an e-mail address, in its normal form. */
  email?: string
}

interface Cell {
  text: string
  header: string
  mapping: ColumnMapping
}

/**
 * Checks one row by itself: recipient, metadata, traits, quantity, id. What needs other rows, the disk or the chain comes after.
 *
 * @param cells as their author wrote them; missing ones at the end are empty.
 * @param row as a spreadsheet program shows it.
 */
export function checkRow(cells: readonly string[], row: number, rules: RowRules): CheckedRow {
  const findings: Finding[] = []
  const media: CheckedRow['media'] = []
  const add = (column: string, code: FindingCode, message: string) =>
    findings.push(findingOf(row, column, code, message))
  const given = givenCells(cells, rules, add)
  // Nothing is said of what such a row lacks: the cell in question may be it.
  if (findings.some(({ code }) => code === 'file.size')) return { findings, draft: undefined, done: false, media }
  const one = (field: ColumnMapping['field']) => given.find((cell) => cell.mapping.field === field)

  const done = given.some(
    (cell) => cell.mapping.field === 'result' && cell.header === 'status' && cell.text === 'succeeded',
  )
  if (done) return { findings: [], draft: undefined, done, media }

  const found = recipientOf(given, rules, add)
  const recipient = found?.recipient.locator
  const address =
    found?.recipient.kind === 'address' ? { address: { address: found.recipient.address, column: found.column } } : {}
  const user = found?.recipient.kind === 'email' ? { email: found.recipient.email } : {}
  const url = (cell: Cell | undefined, local: boolean): string | undefined => {
    if (cell === undefined) return undefined
    if (isUrl(cell.text)) return cell.text
    if (local && rules.hasMedia && !/^[a-z][a-z0-9+.-]*:/i.test(cell.text)) {
      const name = fileName(cell.text)
      media.push({ column: cell.header, name })
      return name
    }
    add(cell.header, 'metadata.url', urlMessage(cell.text, local))
    return undefined
  }

  const uriCell = one('metadata_uri')
  const metadataUri = url(uriCell, false)
  const metadata: RowMetadata = {}
  if (uriCell === undefined) {
    const name = one('name')
    const image = one('image')
    if (!rules.hasBaseUri) {
      if (name === undefined) add(headerOf(rules, 'name'), 'metadata.name', 'The name is missing: fill in the name.')
      if (image === undefined)
        add(
          headerOf(rules, 'image'),
          'metadata.image',
          `The image is missing: fill in its URL${rules.hasMedia ? ' or the name of a file in the media folder' : ''}.`,
        )
    }
    if (name !== undefined) metadata.name = name.text
    assign(metadata, 'description', one('description')?.text)
    assign(metadata, 'image', url(image, true))
    assign(metadata, 'animation_url', url(one('animation_url'), true))
    assign(metadata, 'external_url', url(one('external_url'), false))
    const attributes = attributesOf(given, add)
    if (attributes.length > 0) metadata.attributes = attributes
  }
  const cellsLength = given.reduce((sum, cell) => sum + cell.text.length + cell.header.length, 0)
  checkLengths(metadata, metadataUri, cellsLength, rules, add)

  const quantity = quantityOf(one('quantity'), add)
  const compressed = compressedOf(one('compressed'), add)
  const failed = findings.some((finding) => finding.level === 'error')
  if (failed || recipient === undefined) return { findings, draft: undefined, done, media, ...address, ...user }
  const draft: RowDraft = { recipient, quantity }
  if (metadataUri !== undefined) draft.metadataUri = metadataUri
  else if (Object.keys(metadata).length > 0) draft.metadata = metadata
  const id = one('id')
  if (id !== undefined) draft.id = id.text
  if (compressed !== undefined && familyOf(rules.chain).compressed) draft.compressed = compressed
  return { findings, draft, done, media, ...address, ...user }
}

type Add = (column: string, code: FindingCode, message: string) => void

/** Whether a text is a URL that media and metadata may have: http(s), ipfs, ar or data. */
export function isUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#]+\S*$/i.test(text)
    ? URL.canParse(text)
    : /^(?:ipfs:\/\/[^\s/]|ar:\/\/[^\s/]|data:[^,]*,)/i.test(text)
}

function givenCells(cells: readonly string[], rules: RowRules, add: Add): Cell[] {
  const given: Cell[] = []
  for (const [at, mapping] of rules.columns.entries()) {
    const raw = cells[at] ?? ''
    if (raw === '') continue
    if (raw.length > maxCellLength) {
      const megabytes = (raw.length / 1024 ** 2).toFixed(1)
      const message = `The cell holds ${megabytes} million characters, and at most 1 million are taken: put large media into a file beside the spreadsheet and write its name here.`
      add(mapping.header, 'file.size', message)
      continue
    }
    const text = raw.trim()
    if (text !== '') given.push({ text, header: mapping.header, mapping })
  }
  const extra = cells.slice(rules.columns.length).filter((cell) => cell.trim() !== '').length
  if (extra > 0) {
    const message = `The row has ${cells.length} cells, but the header has ${rules.columns.length}: put cells that hold the delimiter into quotes, or add a header.`
    add('', 'row.columns', message)
  }
  return given
}

function recipientOf(
  given: readonly Cell[],
  rules: RowRules,
  add: Add,
): { recipient: Recipient; column: string } | undefined {
  const ways = given.filter(({ mapping }) => readers.has(mapping.field))
  const [way, second] = ways
  if (way === undefined) {
    const columns = rules.columns.filter(({ field }) => readers.has(field)).map(({ header }) => header)
    add(columns[0] ?? '', 'recipient.missing', `No recipient is given: fill in ${columns.join(' or ')}.`)
    return undefined
  }
  if (second !== undefined) {
    const names = ways.map(({ header }) => header).join(' and ')
    add(
      second.header,
      'recipient.ambiguous',
      `The recipient is given ${ways.length} times, in ${names}: keep only one.`,
    )
    return undefined
  }
  const parsed = readers.get(way.mapping.field)?.(way.text, rules.chain)
  if (parsed === undefined) return undefined
  for (const { code, message } of parsed.ok ? parsed.warnings : parsed.faults) add(way.header, code, message)
  if (!parsed.ok) return undefined
  return { recipient: parsed.recipient, column: way.header }
}

const readers = new Map<string, (text: string, chain: ChainName) => ParsedRecipient>([
  ['recipient', parseRecipient],
  ['email', emailRecipient],
  ['userId', userIdRecipient],
])

function attributesOf(given: readonly Cell[], add: Add): NonNullable<RowMetadata['attributes']> {
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

function quantityOf(cell: Cell | undefined, add: Add): number {
  if (cell === undefined) return 1
  const quantity = /^\+?\d{1,9}$/.test(cell.text) ? Number(cell.text) : 0
  if (quantity >= 1 && quantity <= maxQuantity) return quantity
  const limit = `a whole number from 1 to ${maxQuantity.toLocaleString('en')}`
  add(cell.header, 'quantity.number', `The quantity ${shown(cell.text)} cannot be minted: write ${limit}.`)
  return 1
}

function compressedOf(cell: Cell | undefined, add: Add): boolean | undefined {
  if (cell === undefined) return undefined
  const text = cell.text.toLowerCase()
  if (text === 'true' || text === 'false') return text === 'true'
  add(cell.header, 'compressed.value', `${shown(cell.text)} says neither yes nor no: write true or false.`)
  return undefined
}

/** Cells of so many characters cannot make metadata that is too large: JSON takes at most 6 bytes for one. */
const safeLength = 100_000

/** Metaplex's bounds, in bytes of UTF-8: name 32, URI 200. */
function checkLengths(
  metadata: RowMetadata,
  uri: string | undefined,
  cellsLength: number,
  rules: RowRules,
  add: Add,
): void {
  const size = cellsLength < safeLength ? 0 : new TextEncoder().encode(JSON.stringify(metadata)).length
  if (size > maxMetadataBytes)
    add('', 'metadata.length', `The metadata has ${size} bytes, and at most ${maxMetadataBytes} are taken: shorten it.`)
  for (const [field, text, kept] of [
    ['name', metadata.name ?? '', 'name'],
    ['metadata_uri', uri ?? '', 'uri'],
  ] as const) {
    const message = tooLongOnChain(rules.chain, kept, text, shown(text))
    if (message !== null) add(headerOf(rules, field), 'metadata.length', message)
  }
}

function urlMessage(text: string, local: boolean): string {
  if (/^www\.|^[a-z0-9-]+(\.[a-z0-9-]+)+\//i.test(text)) return `${shown(text)} is not a URL: write https:// before it.`
  const forms = 'begin it with https://, ipfs://, ar:// or data:'
  if (local)
    return `${shown(text)} is not a URL: ${forms}, or give the folder that holds the file along (--media on the command line).`
  return `${shown(text)} is not a URL: ${forms}.`
}

/** A name in the media folder, as the folder's list has it: forward slashes, no `./` before it. */
function fileName(text: string): string {
  return text
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .normalize('NFC')
}

function headerOf(rules: RowRules, field: ColumnMapping['field']): string {
  return rules.columns.find((column) => column.field === field)?.header ?? field
}

function assign<K extends 'description' | 'image' | 'animation_url' | 'external_url'>(
  metadata: RowMetadata,
  key: K,
  value: string | undefined,
): void {
  if (value !== undefined) metadata[key] = value
}
