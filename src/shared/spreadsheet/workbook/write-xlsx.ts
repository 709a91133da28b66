/** Writes workbooks. Every cell is a text, so that no program runs a formula in it, and digits and leading zeros are kept. */
import { TextReader, ZipWriter } from '@zip.js/zip.js/index-native.js'
import { cellSized, cellXml } from './cell-xml.ts'
import { columnLetters } from './columns.ts'
import { maxSheetRows } from './limits.ts'

/** Records in pieces; the very first record is the header. */
export type Records = AsyncIterable<readonly (readonly string[])[]>

export interface XlsxOptions {
  /** The name of the first sheet; later ones get a number after it. */
  sheetName: string
  /** The most rows of a sheet, including the header. */
  rowsPerSheet?: number
}

const namespace = 'http://schemas.openxmlformats.org'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const pieceLength = 128 * 1024

/**
 * Records as the bytes of an .xlsx, with backpressure. When a sheet is full, another follows with the same header. A text that
 * is longer than Excel's cells is cut, with a mark at its end.
 */
export function xlsxBytes(
  records: Records,
  { sheetName, rowsPerSheet = maxSheetRows }: XlsxOptions,
): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  write(records, writable, sheetName, rowsPerSheet).catch((error: unknown) =>
    writable.abort(error).catch(() => undefined),
  )
  return readable
}

async function write(
  records: Records,
  writable: WritableStream<Uint8Array>,
  sheetName: string,
  rowsPerSheet: number,
): Promise<void> {
  const zip = new ZipWriter(writable, { useWebWorkers: false })
  const rows = oneByOne(records)
  try {
    const header = await rows.next()
    let next = header.done === true ? header : await rows.next()
    const names: string[] = []
    do {
      names.push(names.length === 0 ? sheetName : `${sheetName} ${names.length + 1}`)
      const lines = async function* () {
        yield header.value ?? []
        for (let row = 1; row < rowsPerSheet && next.done !== true; row++) {
          yield next.value
          next = await rows.next()
        }
      }
      await zip.add(`xl/worksheets/sheet${names.length}.xml`, byteStream(sheetXml(lines())))
    } while (next.done !== true)
    for (const [path, xml] of bookParts(names)) await zip.add(path, new TextReader(declaration + xml))
    await zip.close()
  } finally {
    await rows.return(undefined)
  }
}

async function* oneByOne(records: Records): AsyncGenerator<readonly string[], undefined> {
  for await (const piece of records) yield* piece
}

/** A sheet, in pieces; its first row stays in view. */
async function* sheetXml(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let piece = `${declaration}<worksheet xmlns="${namespace}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
  let row = 0
  for await (const cells of rows) {
    row++
    piece += rowXml(cells, row)
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield `${piece}</sheetData></worksheet>`
}

function rowXml(cells: readonly string[], row: number): string {
  let xml = `<row r="${row}">`
  for (const [at, text] of cells.entries())
    if (text !== '')
      xml += `<c r="${columnLetters(at)}${row}" t="inlineStr"><is><t xml:space="preserve">${cellXml(cellSized(text))}</t></is></c>`
  return `${xml}</row>`
}

function byteStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await pieces.next()
        if (next.done === true) controller.close()
        else controller.enqueue(encoder.encode(next.value))
      },
      async cancel() {
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 1 },
  )
}

function bookParts(names: readonly string[]): [path: string, xml: string][] {
  const office = `${namespace}/officeDocument/2006/relationships`
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const relations = (inner: string) =>
    `<Relationships xmlns="${namespace}/package/2006/relationships">${inner}</Relationships>`
  const each = (xml: (name: string, number: number) => string) => names.map((name, at) => xml(name, at + 1)).join('')
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="${namespace}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${each((_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`)}</Types>`,
    ],
    ['_rels/.rels', relations(`<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`)],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${namespace}/spreadsheetml/2006/main" xmlns:r="${office}"><sheets>${each((name, n) => `<sheet name="${cellXml(name)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        each((_, n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`),
      ),
    ],
  ]
}
