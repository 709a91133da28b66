import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { openPackage } from '../../../../src/shared/spreadsheet/workbook/package.ts'
import { type XlsxOptions, xlsxBytes } from '../../../../src/shared/spreadsheet/workbook/write-xlsx.ts'
import { readWorkbook } from './read.ts'

async function* inPieces(records: string[][]) {
  for (let at = 0; at < records.length; at += 3) yield records.slice(at, at + 3)
}

async function written(records: string[][], options: XlsxOptions = { sheetName: 'Results' }): Promise<Blob> {
  return await new Response(xlsxBytes(inPieces(records), options)).blob()
}

/** Cells without the empty ones at the end of a row, which no file keeps. */
const trimmed = (cells: readonly string[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

describe('a workbook that we write', () => {
  it('reads as it was: any text, every digit, every zero in front', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(
        '00042',
        '12345678901234567890',
        '=1+1',
        "'@a",
        '_x000D_',
        '_x005F_x0041_',
        'a\r\nb\tc',
        ' a ',
        '<&>"',
        ']]>',
        'é漢😀',
        '1E+5',
      ),
    )
    const rows = fc.array(fc.array(anyText, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(rows, async (records) => {
        const read = await readWorkbook(await written(records), 'Results')
        const said = records.flatMap((cells, at) =>
          cells.some((cell) => cell.trim() !== '') ? [{ row: at + 1, cells: trimmed(cells) }] : [],
        )
        expect(read.rows.map(({ row, cells, notes }) => ({ row, cells, notes }))).toEqual(
          said.map((one) => ({ ...one, notes: [] })),
        )
      }),
      { numRuns: 40 },
    )
  })

  it('goes on in another sheet, with the same header, where one is full', async () => {
    const records = [['n'], ...Array.from({ length: 5 }, (_, at) => [`${at}`])]
    const file = await written(records, { sheetName: 'Results', rowsPerSheet: 3 })
    const cells = async (sheet: string) => (await readWorkbook(file, sheet)).rows.map((row) => row.cells[0])
    expect([await cells('Results'), await cells('Results 2'), await cells('Results 3')]).toEqual([
      ['n', '0', '1'],
      ['n', '2', '3'],
      ['n', '4'],
    ])
    expect((await readWorkbook(file)).sheets).toHaveLength(3)
  })

  it("cuts what is longer than Excel's cells, says so in the cell, and does not take it for the whole when it is read again", async () => {
    const { rows } = await readWorkbook(await written([['a'.repeat(32_767)], ['b'.repeat(32_768)]]))
    expect(rows.map(({ cells: [text = ''], notes }) => [text.length, text.slice(-10), notes])).toEqual([
      [32_767, 'aaaaaaaaaa', []],
      [32_767, 'haracters]', [{ column: 0, code: 'cell.cut' }]],
    ])
  })

  it('is well-formed with its namespaces, and holds neither what XML cannot nor half a letter', async () => {
    const file = await written([['a\u0000b', '\ud800', '\uffff']])
    expect((await readWorkbook(file)).rows[0]?.cells).toEqual(['a\ufffdb', '\ufffd', '\ufffd'])
    const pack = await openPackage(file)
    for (const path of [
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/worksheets/sheet1.xml',
    ])
      new SaxesParser({ xmlns: true }).write((await (await pack.part(path)?.blob())?.text()) ?? '').close()
  })

  it('ends with its source: a failure there is one of the file', async () => {
    async function* broken() {
      yield [['a']]
      throw new Error('the disk is gone')
    }
    await expect(new Response(xlsxBytes(broken(), { sheetName: 'R' })).blob()).rejects.toThrow()
  })
})
