import { describe, expect, it } from 'vitest'
import { odsOf } from './parts.ts'
import { readWorkbook } from './read.ts'

const cell = (attributes: string, shown: string) =>
  `<table:table-cell ${attributes}>${shown === '' ? '' : `<text:p>${shown}</text:p>`}</table:table-cell>`
const string = (value: string) => cell('office:value-type="string"', value)
const table = (name: string, inner: string, attributes = '') =>
  `<table:table table:name="${name}" ${attributes}>${inner}</table:table>`
const row = (inner: string, attributes = '') => `<table:table-row ${attributes}>${inner}</table:table-row>`

async function cellOf(written: string) {
  const { rows } = await readWorkbook(await odsOf(table('G', row(written + string('x')))))
  return { text: rows[0]?.cells[0], notes: rows[0]?.notes.map(({ code }) => code) }
}

const float = (value: string, shown: string) => cell(`office:value-type="float" office:value="${value}"`, shown)

describe('an OpenDocument sheet', () => {
  it.each([
    ['a text', string('a &amp; b'), 'a & b'],
    ['spaces, tabs and lines', string('a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d'), 'a   b\tc\nd'],
    ['paragraphs', cell('office:value-type="string"', 'a</text:p><text:p>b'), 'a\nb'],
    ['a text with a link', string('<text:a xlink:href="https://a.example">a</text:a>'), 'a'],
    [
      'a text without its note',
      cell('office:value-type="string"', '').replace(
        '></',
        '><office:annotation><text:p>note</text:p></office:annotation><text:p>a</text:p></',
      ),
      'a',
    ],
    ['a number by its digits', float('1234.5', '1.234,50'), '1234.5'],
    ['zeros in front', float('42', '00042'), '00042'],
    ['percent', cell('office:value-type="percentage" office:value="0.5"', '50%'), '50%'],
    ['a day', cell('office:value-type="date" office:date-value="2026-11-22"', '22.11.26'), '2026-11-22'],
    [
      'a day and time',
      cell('office:value-type="date" office:date-value="2026-11-22T15:00:00.000000000"', 'x'),
      '2026-11-22T15:00:00',
    ],
    ['a time', cell('office:value-type="time" office:time-value="PT15H00M00S"', '03:00 PM'), '15:00:00'],
    ['hours beyond a day', cell('office:value-type="time" office:time-value="PT36H00M00S"', '36:00'), '36:00'],
    ['a boolean', cell('office:value-type="boolean" office:boolean-value="true"', 'WAHR'), 'TRUE'],
    [
      'a text as a result that begins as errors do',
      cell('table:formula="of:=&quot;#&quot;&amp;1" office:value-type="string" calcext:value-type="string"', '#1'),
      '#1',
    ],
    ['a result', cell('table:formula="of:=1+1" office:value-type="float" office:value="2"', '2'), '2'],
    [
      'the address of a picture',
      cell('table:formula="of:=IMAGE(&quot;https://a.example/1.png&quot;)"', ''),
      'https://a.example/1.png',
    ],
  ])('reads %s', async (_, written, expected) => {
    expect(await cellOf(written)).toEqual({ text: expected, notes: [] })
  })

  it.each([
    [
      'an error',
      cell('table:formula="of:=NA()" office:value-type="string" calcext:value-type="error"', '#N/A'),
      '#N/A',
      'cell.error',
    ],
    [
      'an error of another program',
      cell('table:formula="of:=NA()" office:value-type="string"', '#N/A'),
      '#N/A',
      'cell.error',
    ],
    ['a formula without a result', cell('table:formula="of:=1+1"', ''), '', 'cell.formula'],
    ['a number of 20 digits', float('12345678901234567890', '1.23E+19'), '12345678901234567890', 'cell.digits'],
  ])('notes %s', async (_, written, expected, code) => {
    expect(await cellOf(written)).toEqual({ text: expected, notes: [code] })
  })

  it('has pictures in its cells', async () => {
    const frame = '<draw:frame><draw:image xlink:href="Pictures/1.png"><text:p/></draw:image></draw:frame>'
    const { rows } = await readWorkbook(
      await odsOf(table('G', row(`${string('x')}<table:table-cell>${frame}</table:table-cell>`))),
    )
    expect(rows[0]).toMatchObject({
      cells: ['x'],
      pictures: [{ column: 1, part: 'Pictures/1.png', laid: true, count: 1 }],
    })
  })

  it('counts rows and cells that are repeated; those under a merged cell have no text', async () => {
    const covered =
      '<table:covered-table-cell office:value-type="string"><text:p>under</text:p></table:covered-table-cell>'
    const merged = cell(
      'office:value-type="string" table:number-columns-spanned="2" table:number-rows-spanned="1"',
      'wide',
    )
    const inner = [
      row(cell('table:number-columns-repeated="16384"', ''), 'table:number-rows-repeated="3"'),
      row(
        cell('table:number-columns-repeated="2"', '') +
          cell('table:number-columns-repeated="2" office:value-type="string"', 'a'),
      ),
      row(string('b'), 'table:number-rows-repeated="2" table:visibility="filter"'),
      row(merged + covered),
      row(cell('table:number-columns-repeated="16384"', ''), 'table:number-rows-repeated="1048569"'),
    ]
    const columns =
      '<table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>'
    const { rows, traits } = await readWorkbook(await odsOf(table('G', columns + inner.join(''))))
    expect(rows.map(({ row: at, cells, hidden }) => [at, cells, hidden])).toEqual([
      [4, ['', '', 'a', 'a'], false],
      [5, ['b'], true],
      [6, ['b'], true],
      [7, ['wide'], false],
    ])
    expect([...traits.hiddenColumns]).toEqual([1, 2])
    expect(traits).toMatchObject({ merged: 1, firstMerged: 'A7:B7' })
  })

  it('is the one in view if it is visible and filled, else the first such', async () => {
    const tables =
      table('Empty', row(cell('', ''))) +
      table('Gone', row(string('a')), 'table:style-name="gone"') +
      table('One', row(string('one'))) +
      table('Two', row(string('two')))
    const sheetOf = async (active: string) => (await readWorkbook(await odsOf(tables, active))).rows[0]?.cells[0]
    expect([await sheetOf('Two'), await sheetOf('Empty'), await sheetOf('Gone')]).toEqual(['two', 'one', 'one'])
  })
})
