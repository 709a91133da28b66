import { expect, it } from 'vitest'
import { previewWorkbook } from '../../../../src/shared/spreadsheet/workbook-preview.ts'
import { odsOf, sheetOf, textRows, xlsxOf } from './parts.ts'

it('shows the header, the map and the first rows of the usual sheet', async () => {
  const sheets = [
    { name: 'Empty', rows: '' },
    {
      name: 'Guests',
      rows: textRows(['recipient', 'name', 'image'], ['ada@example.com', 'One', 'https://a.example/1.png']),
    },
  ]
  expect(await previewWorkbook(await xlsxOf({ sheets }))).toMatchObject({
    encoding: 'Excel',
    delimiter: '',
    sheet: 'Guests',
    headers: ['recipient', 'name', 'image'],
    rows: [{ row: 2, cells: ['ada@example.com', 'One', 'https://a.example/1.png'] }],
    findings: [],
  })
})

it('reads no more of the shared texts than its rows need', async () => {
  const cells = Array.from(
    { length: 300 },
    (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>${at}</v></c></row>`,
  )
  const texts = cells.map((_, at) => `<si><t>${at === 0 ? 'email' : `a${at}@example.com`}</t></si>`)
  // What is not needed is not even well-formed.
  const book = { strings: [...texts.slice(0, 101), '<broken>'.padEnd(3_000_000, '<si/>')] }
  const { rows, findings } = await previewWorkbook(await sheetOf(cells.join(''), book))
  expect([rows.length, rows.at(-1)]).toEqual([100, { row: 101, cells: ['a100@example.com'] }])
  expect(findings).toEqual([])
})

it('says what keeps a file from being read', async () => {
  expect((await previewWorkbook(await sheetOf(''))).findings).toMatchObject([{ code: 'file.empty' }])
  expect((await previewWorkbook(await odsOf(''))).findings).toMatchObject([{ code: 'file.empty' }])
  expect((await previewWorkbook(new Blob([Buffer.from('504b0304', 'hex')]))).findings).toMatchObject([
    { code: 'file.damaged' },
  ])
})
