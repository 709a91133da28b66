import { describe, expect, it } from 'vitest'
import { openWorkbook } from '../../../../src/shared/spreadsheet/workbook/workbook.ts'
import { zipOf } from '../../zip-of.ts'
import { odsOf, relation, sheetOf, text, textRows, xlsxParts } from './parts.ts'
import { readWorkbook } from './read.ts'

const rows = textRows(['recipient'], ['0x00'])
const sheets = [{ name: 'Guests', rows }]

/** A container of old workbooks: a header and its list of streams. */
function compound(stream: string): Blob {
  const bytes = Buffer.alloc(2_048)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt32LE(1, 48)
  bytes.write('Root Entry', 1_024, 'utf16le')
  bytes.write(stream, 1_152, 'utf16le')
  return new Blob([bytes])
}

async function damagedByte(): Promise<Blob> {
  const bytes = Buffer.from(await (await sheetOf(rows)).arrayBuffer())
  bytes.write('X', bytes.indexOf('recipient'))
  return new Blob([bytes])
}

async function cut(): Promise<Blob> {
  const whole = await sheetOf(rows)
  return whole.slice(0, whole.size - 100)
}

const entities = '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]>'
const withSheet = (inner: string) => sheetOf('', { parts: { 'xl/worksheets/sheet1.xml': inner } })
const workbook = (root: string) =>
  zipOf({ '_rels/.rels': `<Relationships>${relation('r', 'officeDocument', root)}</Relationships>`, [root]: 'x' })

const refused: [what: string, file: () => Blob | Promise<Blob>, code: string, message: RegExp][] = [
  ['an old workbook', () => compound('Workbook'), 'file.kind', /old Excel workbook \(\.xls\): save it as \.xlsx/],
  [
    'a workbook with a password',
    () => compound('EncryptedPackage'),
    'file.kind',
    /locked by a password: save it without one/,
  ],
  ['a zip with a password', () => zipOf(xlsxParts({ sheets }), 'secret'), 'file.kind', /locked by a password/],
  [
    'a document with a password',
    () => odsOf('', '', { 'META-INF/manifest.xml': '<m:manifest xmlns:m="m"><m:encryption-data/></m:manifest>' }),
    'file.kind',
    /locked by a password/,
  ],
  [
    'a binary workbook',
    () => workbook('xl/workbook.bin'),
    'file.kind',
    /binary workbook \(\.xlsb\): save it as \.xlsx/,
  ],
  ['a text document', () => workbook('word/document.xml'), 'file.kind', /text document: give the spreadsheet/],
  [
    'a Numbers document',
    () => zipOf({ 'Index/Document.iwa': 'x' }),
    'file.kind',
    /Numbers document: export it as Excel/,
  ],
  ['an archive of pictures', () => zipOf({ 'a.png': 'x' }), 'file.kind', /archive without a workbook: unpack it/],
  ['a file that ends early', cut, 'file.damaged', /damaged: open it in its program, save it again/],
  ['a flipped byte', damagedByte, 'file.damaged', /damaged in xl\/worksheets\/sheet1\.xml/],
  ['XML that is none', () => withSheet('<worksheet><sheetData>'), 'file.damaged', /sheet1\.xml is no XML/],
  [
    'a document type',
    () => withSheet(`${entities}<worksheet><sheetData><row r="1">${text('A1', '&b;')}</row></sheetData></worksheet>`),
    'file.damaged',
    /declares a document type/,
  ],
  [
    'a text that is not there',
    () => sheetOf('<row r="1"><c r="A1" t="s"><v>7</v></c></row>'),
    'file.damaged',
    /names a text that is not there/,
  ],
  [
    'a column outside',
    () => sheetOf('<row r="1"><c r="ZZZZ1"><v>1</v></c></row>'),
    'file.damaged',
    /outside of its sheet/,
  ],
  [
    'a row outside',
    () => sheetOf('<row r="1048577"><c r="A1"><v>1</v></c></row>'),
    'file.damaged',
    /outside of its sheet/,
  ],
  [
    'a cell of over a million characters',
    () => sheetOf(`<row r="1">${text('A1', 'A'.repeat(2 ** 20 + 1))}</row>`),
    'file.size',
    /1 million characters/,
  ],
  [
    'a cell that never ends',
    () => withSheet(`<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>${'A'.repeat(2 ** 22)}`),
    'file.size',
    /1 million characters/,
  ],
  [
    'a row of over 8 million characters',
    () =>
      sheetOf(`<row r="1">${'ABCDEFGHI'.replaceAll(/./g, (letter) => text(`${letter}1`, 'A'.repeat(2 ** 20)))}</row>`),
    'file.size',
    /Row 1 holds more than 8 million/,
  ],
]

describe('a workbook is refused by name, with the cure:', () => {
  it.each(refused)('%s', async (_, file, code, message) => {
    await expect(readWorkbook(await file(), null)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })

  it('one that unpacks to more than a workbook can hold, before it is unpacked', async () => {
    const bytes = Buffer.from(await (await sheetOf(rows)).arrayBuffer())
    // What the archive's list says of the part: 100 MB from a few hundred bytes.
    for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4))
      if (bytes.subarray(at + 46, at + 100).includes('sharedStrings')) bytes.writeUInt32LE(100_000_000, at + 24)
    await expect(openWorkbook(new Blob([bytes]))).rejects.toMatchObject({
      code: 'file.size',
      message: expect.stringMatching(/unpacks to more/),
    })
  })

  it('one with more sheets than a workbook has', async () => {
    const many = Array.from({ length: 1_001 }, (_, at) => `<table:table table:name="${at}"/>`)
    await expect(openWorkbook(await odsOf(many.join('')))).rejects.toMatchObject({ code: 'file.size' })
    const book = `<workbook xmlns:r="r"><sheets>${'<sheet name="a" r:id="s1"/>'.repeat(1_001)}</sheets></workbook>`
    await expect(openWorkbook(await sheetOf(rows, { parts: { 'xl/workbook.xml': book } }))).rejects.toMatchObject({
      code: 'file.size',
    })
  })

  it('an OpenDocument sheet whose rows are repeated without end', async () => {
    const cell = '<table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell>'
    const repeated = (rows: number, columns: number) =>
      odsOf(
        `<table:table table:name="G"><table:table-row table:number-rows-repeated="${rows}">${cell.replace('office:', `table:number-columns-repeated="${columns}" office:`)}</table:table-row></table:table>`,
      )
    await expect(readWorkbook(await repeated(2_000_000, 1))).rejects.toMatchObject({ code: 'file.damaged' })
    await expect(readWorkbook(await repeated(1_000_000, 16_000))).rejects.toMatchObject({ code: 'file.size' })
  })
})
