import { describe, expect, it } from 'vitest'
import { sheetOf, text, textRows, xlsxOf } from './parts.ts'
import { readWorkbook } from './read.ts'

/** What the cell A1 of a sheet reads as. */
async function cellOf(cell: string, book: Parameters<typeof sheetOf>[1] = {}) {
  // The second cell keeps the row, whatever the first one is.
  const { rows } = await readWorkbook(await sheetOf(`<row r="1">${cell}${text('B1', 'x')}</row>`, book))
  return { text: rows[0]?.cells[0], notes: rows[0]?.notes.map(({ code }) => code) }
}

const number = (value: string, style = 0) => `<c r="A1" s="${style}"><v>${value}</v></c>`
const formats = [14, 'dd/mm/yyyy\\ hh:mm', '00000', 9, '0.00%', '[h]:mm', 20, '000-00', 'General', '#,##0.00']

describe('the text of a cell', () => {
  it.each([
    ['a shared text', '<c r="A1" t="s"><v>0</v></c>', 'plain'],
    ['rich text, joined', '<c r="A1" t="s"><v>1</v></c>', 'rich '],
    ['a text without its phonetic one', '<c r="A1" t="s"><v>2</v></c>', '漢字'],
    ['a text with an escaped character', '<c r="A1" t="s"><v>3</v></c>', 'a\rb'],
    ['a text in the cell', text('A1', ' in line '), ' in line '],
    ['CDATA', '<c r="A1" t="inlineStr"><is><t><![CDATA[<b> & ]]></t></is></c>', '<b> & '],
    ['a boolean', '<c r="A1" t="b"><v>1</v></c>', 'TRUE'],
    ['a result', '<c r="A1"><f>1+1</f><v>2</v></c>', '2'],
    ['a text as a result', '<c r="A1" t="str"><f>"a"</f><v>ab</v></c>', 'ab'],
    ['an empty result', '<c r="A1" t="str"><f>""</f><v></v></c>', ''],
    ['15 digits', number('123456789012345'), '123456789012345'],
    ['a fraction of 17 digits', number('0.30000000000000004'), '0.3'],
    ['a small number', number('1.5E-5'), '0.000015'],
    ['a day', number('46348', 1), '2026-11-22'],
    ['a day and time', number('46348.625', 2), '2026-11-22T15:00:00'],
    ['the day that Excel alone has', number('60', 1), '1900-02-29'],
    ['the first day', number('1', 1), '1900-01-01'],
    ['a time', number('0.5', 7), '12:00:00'],
    ['a day in words', '<c r="A1" t="d"><v>2026-11-22T00:00:00</v></c>', '2026-11-22'],
    ['zeros in front', number('42', 3), '00042'],
    ['a form with a hyphen', number('1234', 8), '012-34'],
    ['percent', number('0.5', 4), '50%'],
    ['percent with places', number('0.12345', 5), '12.35%'],
    ['hours beyond a day', number('1.5', 6), '36:00'],
    ['money, by its digits', number('1234.5', 10), '1234.5'],
    [
      'the address of a picture',
      '<c r="A1" vm="9" t="e"><f>_xlfn.IMAGE("https://a.example/1.png",,0)</f><v>#VALUE!</v></c>',
      'https://a.example/1.png',
    ],
    [
      "Google's address of a picture",
      '<c r="A1"><f>IFERROR(__xludf.DUMMYFUNCTION("image(""https://a.example/2.png"")"),"")</f><v></v></c>',
      'https://a.example/2.png',
    ],
  ])('%s', async (_, cell, expected) => {
    const strings = [
      '<si><t>plain</t></si>',
      '<si><r><t>ri</t></r><r><rPr><b/></rPr><t xml:space="preserve">ch </t></r></si>',
      '<si><t>漢字</t><rPh sb="0" eb="2"><t>かんじ</t></rPh><phoneticPr fontId="1"/></si>',
      '<si><t>a_x000D_b</t></si>',
    ]
    expect(await cellOf(cell, { strings, formats })).toEqual({ text: expected, notes: [] })
  })

  it.each([
    ['an error', '<c r="A1" t="e"><v>#N/A</v></c>', '#N/A', 'cell.error'],
    ['a formula without a result', '<c r="A1"><f>1+1</f></c>', '', 'cell.formula'],
    ['a formula with an empty result of a number', '<c r="A1"><f>1+1</f><v></v></c>', '', 'cell.formula'],
    [
      'a number of 20 digits, as a program writes it',
      number('12345678901234567890'),
      '12345678901234567890',
      'cell.digits',
    ],
    [
      'a number of 20 digits, as Excel writes it',
      number('1.2345678901234501E+19'),
      '12345678901234501000',
      'cell.digits',
    ],
    ['a form of zeros with too many digits', number('1234567890123456', 3), '1234567890123456', 'cell.digits'],
  ])('%s is noted', async (_, cell, expected, code) => {
    expect(await cellOf(cell, { formats })).toEqual({ text: expected, notes: [code] })
  })

  it('of a formula is noted where the program that wrote it did not compute it', async () => {
    const workbook = '<calcPr calcId="1" fullCalcOnLoad="1"/>'
    expect(await cellOf('<c r="A1"><f>1+1</f><v>0</v></c>', { workbook })).toEqual({ text: '0', notes: ['cell.stale'] })
    expect(await cellOf(number('7'), { workbook })).toEqual({ text: '7', notes: [] })
  })

  it('counts days from 1904 where the workbook does', async () => {
    const book = { workbook: '<workbookPr date1904="1"/>', formats }
    expect((await cellOf(number('44886', 1), book)).text).toBe('2026-11-22')
  })
})

describe('the rows of a sheet', () => {
  it('have their numbers and gaps; blank ones are left out', async () => {
    const rows = `<row r="2">${text('A2', 'a')}${text('C2', 'c')}</row><row r="3"><c r="A3" s="0"/></row><row r="5" hidden="1">${text('B5', 'b')}</row>`
    const read = await readWorkbook(await sheetOf(rows))
    expect(read.rows.map(({ row, cells, hidden }) => ({ row, cells, hidden }))).toEqual([
      { row: 2, cells: ['a', '', 'c'], hidden: false },
      { row: 5, cells: ['', 'b'], hidden: true },
    ])
  })

  it('count by themselves where their cells have no reference', async () => {
    const cell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
    const read = await readWorkbook(await sheetOf(`<row>${cell('a')}${cell('b')}</row><row>${cell('c')}</row>`))
    expect(read.rows.map(({ row, cells }) => [row, cells])).toEqual([
      [1, ['a', 'b']],
      [2, ['c']],
    ])
  })

  it('are read where elements have prefixes', async () => {
    const part =
      '<x:worksheet xmlns:x="urn:x"><x:sheetData><x:row r="1"><x:c r="A1" t="str"><x:v>a</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    const file = await sheetOf('', { parts: { 'xl/worksheets/sheet1.xml': part } })
    expect((await readWorkbook(file, 'Guests')).rows[0]?.cells).toEqual(['a'])
  })

  it('come with hidden columns and merged cells', async () => {
    const before = '<cols><col min="2" max="3" hidden="1"/><col min="5" max="5"/></cols>'
    const after = '<mergeCells count="2"><mergeCell ref="A2:A4"/><mergeCell ref="B2:C2"/></mergeCells>'
    const file = await xlsxOf({ sheets: [{ name: 'Guests', rows: textRows(['a']), before, after }] })
    const { traits } = await readWorkbook(file)
    expect({ ...traits, hiddenColumns: [...traits.hiddenColumns] }).toEqual({
      hiddenColumns: [1, 2],
      merged: 2,
      firstMerged: 'A2:A4',
      areas: [
        { firstRow: 2, lastRow: 4, firstColumn: 0, lastColumn: 0 },
        { firstRow: 2, lastRow: 2, firstColumn: 1, lastColumn: 2 },
      ],
    })
  })
})

describe('the sheet that is read', () => {
  const rows = textRows(['a'])
  const sheets = [
    { name: 'Empty', rows: '<row r="1"><c r="A1" s="0"/></row>' },
    { name: 'Secret', rows, state: 'hidden' as const },
    { name: 'First', rows },
    { name: 'Second', rows },
  ]
  const active = (at: number) => ({ workbook: `<bookViews><workbookView activeTab="${at}"/></bookViews>`, sheets })

  it.each([
    ['the active one', 3, 'Second'],
    ['the first that is filled and visible where the active one is empty', 0, 'First'],
    ['the first that is filled and visible where the active one is hidden', 1, 'First'],
  ])('is %s', async (_, at, expected) => {
    expect((await readWorkbook(await xlsxOf(active(at)))).sheet).toBe(expected)
  })

  it('is the named one, in any case, hidden too; else the names are said', async () => {
    expect((await readWorkbook(await xlsxOf(active(0)), 'secret ')).sheet).toBe('Secret')
    await expect(readWorkbook(await xlsxOf(active(0)), 'Gusts')).rejects.toThrow(
      'There is no sheet "Gusts": the file has "Empty", "Secret" (hidden), "First", "Second".',
    )
  })
})
