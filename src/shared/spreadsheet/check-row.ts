import type { ColumnMapping, Finding } from '../app-api.ts'
import { familyOf } from '../families.ts'
import { type FindingCode, findingOf, shown } from './finding.ts'
import { maxQuantity } from './limits.ts'
import { type Add, type Cell, givenCells, headerOf, type RowRules } from './row-cells.ts'
import { attributesOf, checkLengths, type RowMetadata } from './row-metadata.ts'
import { recipientBefore, recipientOf } from './row-recipient.ts'
import { fileName, isUrl, urlMessage } from './row-url.ts'

/** What a valid row asks to mint. */
export interface RowDraft {
  /** Normal form: `polygon:0x…`, `email:ada@example.com:polygon`, `userId:7:polygon`. */
  recipient: string
  metadata?: RowMetadata
  /** URL of hosted metadata; `metadata` is then absent. */
  metadataUri?: string
  quantity: number
  id?: string
  compressed?: boolean
}

export interface CheckedRow {
  findings: Finding[]
  /** Undefined if the row has an error. */
  draft: RowDraft | undefined
  /** A results file says that this row was minted: it is not minted again and has no findings. */
  done: boolean
  /** The media files that the row names, each with its column. */
  media: { column: string; name: string }[]
  /** The recipient's address, if it is one, and its column, for the check on chain whether it is a contract. */
  address?: { address: string; column: string }
  /** The recipient's e-mail address, if it is one, in normal form. */
  email?: string
}

/**
 * Checks one row by itself: recipient, metadata, traits, quantity, id. Checks that need other rows, the disk or the chain follow later.
 *
 * @param cells as the author wrote them; missing ones at the end count as empty.
 * @param row its number as a spreadsheet program shows it.
 */
export function checkRow(cells: readonly string[], row: number, rules: RowRules): CheckedRow {
  const findings: Finding[] = []
  const media: CheckedRow['media'] = []
  const add = (column: string, code: FindingCode, message: string) =>
    findings.push(findingOf(row, column, code, message))
  const given = givenCells(cells, rules, add)
  // Missing values are not reported here: the skipped oversized cell may be the missing one.
  if (findings.some(({ code }) => code === 'file.size')) return { findings, draft: undefined, done: false, media }
  const one = (field: ColumnMapping['field']) => given.find((cell) => cell.mapping.field === field)

  for (const { text, header, mapping } of given)
    if ((mapping.field === 'userId' || mapping.field === 'id') && isShortened(text))
      findings.push(shortenedFinding(row, header, text))

  const result = (header: string) => given.find((cell) => cell.mapping.field === 'result' && cell.header === header)
  const done = result('status')?.text === 'succeeded'

  const found = recipientOf(given, rules, add)
  const inFile = done ? result('recipient_in_file') : undefined
  // Equal rows are distinguished by their order, and there a corrected row counts with its original recipient.
  const before = inFile === undefined ? undefined : recipientBefore(inFile.text, given, rules)
  const recipient = before ?? found?.recipient.locator
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
  if (failed || recipient === undefined)
    return done ? minted(undefined) : { findings, draft: undefined, done, media, ...address, ...user }
  const draft: RowDraft = { recipient, quantity }
  if (metadataUri !== undefined) draft.metadataUri = metadataUri
  else if (Object.keys(metadata).length > 0) draft.metadata = metadata
  const id = one('id')
  if (id !== undefined) draft.id = id.text
  if (compressed !== undefined && familyOf(rules.chain).compressed) draft.compressed = compressed
  return done ? minted(draft) : { findings, draft, done, media, ...address, ...user }
}

/** A row that was minted. Its draft serves to distinguish it from equal rows. */
function minted(draft: RowDraft | undefined): CheckedRow {
  return { findings: [], draft, done: true, media: [] }
}

/** Whether a spreadsheet program shortened a long number, as it does in text files: 4.91711E+11. */
function isShortened(text: string): boolean {
  return /^\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(text)
}

/** An error: shortening makes different numbers equal, so different people or NFTs. */
function shortenedFinding(row: number, column: string, text: string): Finding {
  const message = `${shown(text)} is a long number that a spreadsheet program shortened, so nobody can tell which: format the column as text, or as a number without decimals, and save the file again.`
  return { ...findingOf(row, column, 'cell.digits', message), level: 'error' }
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

function assign<K extends 'description' | 'image' | 'animation_url' | 'external_url'>(
  metadata: RowMetadata,
  key: K,
  value: string | undefined,
): void {
  if (value !== undefined) metadata[key] = value
}
