/** Opens workbooks and finds their sheets. */
import type { Workbook } from './book.ts'
import { openOds } from './ods.ts'
import { lockedError, openPackage, type Package, WorkbookError } from './package.ts'
import { relationsOf } from './relations.ts'
import { isCompound } from './signature.ts'
import { openXlsx } from './xlsx.ts'

/** The most sheet names in the error for a missing sheet. */
const namedSheets = 50

/** Opens a workbook by its content, regardless of its name. @throws WorkbookError that says what the file is and what to do */
export async function openWorkbook(file: Blob): Promise<Workbook> {
  const head = new Uint8Array(await file.slice(0, 512).arrayBuffer())
  if (isCompound(head)) throw await compoundError(file, head)
  const pack = await openPackage(file)
  try {
    return await openByContent(pack)
  } catch (error) {
    await pack.close()
    throw error
  }
}

async function openByContent(pack: Package): Promise<Workbook> {
  if (pack.part('content.xml') !== undefined && pack.part('mimetype') !== undefined) return await openOds(pack)
  if (pack.part('Index/Document.iwa') !== undefined || pack.part('Index.zip') !== undefined)
    throw refusal('a Numbers document', 'export it as Excel (.xlsx) or CSV')
  const named = (await relationsOf(pack, '')).find(({ type }) => type === 'officeDocument')?.part
  const root = named ?? 'xl/workbook.xml'
  if (root.endsWith('.bin')) throw refusal('a binary workbook (.xlsb)', 'save it as .xlsx')
  if (/^word\//i.test(root)) throw refusal('a text document', 'give the spreadsheet')
  if (pack.part(root) === undefined)
    throw refusal('an archive without a workbook', 'unpack it, and give the spreadsheet')
  return await openXlsx(pack, root)
}

/** Old workbooks and locked ones have the same kind of container; its list of streams distinguishes them. */
async function compoundError(file: Blob, head: Uint8Array): Promise<WorkbookError> {
  const fields = new DataView(head.buffer)
  const sector = head.length < 512 ? 512 : 2 ** Math.min(fields.getUint16(30, true), 16)
  const list = head.length < 512 ? 0 : (fields.getUint32(48, true) + 1) * sector
  const bytes = await file.slice(list, list + 8 * Math.max(sector, 512)).arrayBuffer()
  const names = new TextDecoder('utf-16le').decode(bytes)
  return names.includes('EncryptedPackage')
    ? lockedError()
    : refusal('an old Excel workbook (.xls)', 'save it as .xlsx')
}

function refusal(what: string, cure: string): WorkbookError {
  return new WorkbookError('file.kind', `The file is ${what}: ${cure}, and give that file.`)
}

/**
 * The index of the sheet with this name; of the usual sheet if `named` is null.
 * @throws WorkbookError `file.sheet` with the names of the sheets
 */
export async function findSheet(book: Workbook, named: string | null): Promise<number | undefined> {
  if (named === null) return await book.usual()
  const plain = (name: string) => name.trim().toLowerCase()
  const exact = book.sheets.findIndex(({ name }) => name === named)
  const found = exact >= 0 ? exact : book.sheets.findIndex(({ name }) => plain(name) === plain(named))
  if (found >= 0) return found
  const names = book.sheets
    .slice(0, namedSheets)
    .map(({ name, hidden }) => `${JSON.stringify(name)}${hidden ? ' (hidden)' : ''}`)
  const more = book.sheets.length > namedSheets ? ', …' : ''
  throw new WorkbookError(
    'file.sheet',
    `There is no sheet ${JSON.stringify(named)}: the file has ${names.join(', ')}${more}.`,
  )
}
