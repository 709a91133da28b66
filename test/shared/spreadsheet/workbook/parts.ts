/** Workbooks made of hand-written parts, as Excel, LibreOffice and other programs write them. */
import { zipOf } from '../../zip-of.ts'

const ns = 'http://schemas.openxmlformats.org'
const office = `${ns}/officeDocument/2006/relationships`
const main = `${ns}/spreadsheetml/2006/main`

export interface SheetPart {
  name: string
  /** What stands in `sheetData`. */
  rows: string
  state?: 'hidden'
  /** What stands before and after `sheetData`. */
  before?: string
  after?: string
  /** The relations of the sheet. */
  relations?: string
}

export interface BookParts {
  sheets?: SheetPart[]
  /** `<si>…</si>` in their order. */
  strings?: string[]
  /** Format codes; style n (from 1) shows the n-th. */
  formats?: (string | number)[]
  /** Elements of the workbook beside its sheets. */
  workbook?: string
  /** Relations of the workbook beside those of its own. */
  relations?: string
  /** Other parts, or others in place of these. */
  parts?: Record<string, string | Buffer>
}

export const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${type.includes('/') ? type : `${office}/${type}`}" Target="${target}"/>`

const relationsPart = (inner: string) =>
  `<Relationships xmlns="${ns}/package/2006/relationships">${inner}</Relationships>`

/** A cell with its text in it. */
export const text = (reference: string, value: string) =>
  `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`

/** Rows of texts, from row 1 on. */
export const textRows = (...rows: string[][]) =>
  rows
    .map((cells, row) => {
      const inner = cells.map((value, at) => text(`${String.fromCharCode(65 + at)}${row + 1}`, value)).join('')
      return `<row r="${row + 1}">${inner}</row>`
    })
    .join('')

/** The parts of a workbook. */
export function xlsxParts(book: BookParts): Record<string, string | Buffer> {
  const { sheets = [], strings = [], formats = [], workbook = '', relations = '' } = book
  const parts: Record<string, string | Buffer> = {
    '_rels/.rels': relationsPart(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${workbook}<sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at + 1}"${state ? ` state="${state}"` : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsPart(
      sheets.map((_, at) => relation(`s${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('') +
        relation('styles', 'styles', '/xl/styles.xml') +
        relation('strings', 'sharedStrings', 'sharedStrings.xml') +
        relations,
    ),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${formats
      .map((code, at) => (typeof code === 'number' ? '' : `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`))
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((code, at) => `<xf numFmtId="${typeof code === 'number' ? code : 164 + at}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings.join('')}</sst>`,
  }
  for (const [at, { rows, before = '', after = '', relations: own }] of sheets.entries()) {
    const part = `xl/worksheets/sheet${at + 1}.xml`
    parts[part] =
      `<worksheet xmlns="${main}" xmlns:r="${office}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`
    if (own !== undefined) parts[`xl/worksheets/_rels/sheet${at + 1}.xml.rels`] = relationsPart(own)
  }
  return { ...declared(parts), ...book.parts }
}

/** A workbook of Excel's kind. */
export function xlsxOf(book: BookParts): Promise<Blob> {
  return zipOf(xlsxParts(book))
}

/** A workbook of one sheet, Guests. */
export const sheetOf = (rows: string, book: BookParts = {}) => xlsxOf({ ...book, sheets: [{ name: 'Guests', rows }] })

const odsSpaces = [
  ...['office', 'table', 'text', 'style', 'config'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  ),
  'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"',
].join(' ')

/** A workbook of LibreOffice's kind. @param tables `<table:table …>` elements @param active the name of the sheet in view */
export function odsOf(tables: string, active = '', parts: Record<string, string | Buffer> = {}): Promise<Blob> {
  const styles =
    '<office:automatic-styles><style:style style:name="gone"><style:table-properties table:display="false"/></style:style></office:automatic-styles>'
  return zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    ...declared({
      'content.xml': `<office:document-content ${odsSpaces}>${styles}<office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
      'settings.xml': `<office:document-settings ${odsSpaces}><config:config-item config:name="ActiveTable">${active}</config:config-item></office:document-settings>`,
    }),
    ...parts,
  })
}

function declared(parts: Record<string, string | Buffer>): Record<string, string | Buffer> {
  return Object.fromEntries(
    Object.entries(parts).map(([path, part]) => [
      path,
      typeof part === 'string' ? `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n${part}` : part,
    ]),
  )
}
