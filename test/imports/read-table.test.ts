import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readTable, type Table } from '../../src/core/imports/read-table.ts'
import { checkHandOverRows } from '../../src/shared/hand-over/check-rows.ts'
import { handOverColumns } from '../../src/shared/hand-over/columns.ts'
import { unseenHeaders } from '../../src/shared/hand-over/sheet-findings.ts'
import { text, textRows, xlsxOf } from '../shared/spreadsheet/workbook/parts.ts'
import { address } from './fixture.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-table-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function tableOf(book: Parameters<typeof xlsxOf>[0]): Promise<Table> {
  const file = join(folder, 'people.xlsx')
  await writeFile(file, new Uint8Array(await (await xlsxOf(book)).arrayBuffer()))
  const table = await readTable(file, 100)
  if ('code' in table) throw new Error(table.message)
  return table
}

function checked(table: Table) {
  const columns = handOverColumns(table.headers, table.headerRow)
  if (Array.isArray(columns)) throw new Error('the columns are there')
  return {
    rows: checkHandOverRows(table, columns, ['polygon'], []),
    hidden: unseenHeaders(table, columns),
  }
}

const brief = (table: Table) =>
  checked(table).rows.map(({ row, state, findings }) => [row, state, findings.map(({ code }) => code)])

const header = ['email', 'userId', 'address']

it('a hand-over takes no row that is hidden in its workbook, as behind a filter', async () => {
  const rows = textRows(header, ['ada@example.com', '', address(1)], ['bob@example.com', '', address(2)])
  const table = await tableOf({
    sheets: [{ name: 'People', rows: rows.replace('<row r="3">', '<row r="3" hidden="1">') }],
  })
  expect(brief(table)).toEqual([
    [2, 'good', []],
    [3, 'error', ['sheet.hidden']],
  ])
})

it('nor a hidden column of people or of where to', async () => {
  const rows = textRows(header, ['ada@example.com', '', address(1)])
  const table = await tableOf({
    sheets: [{ name: 'People', rows, before: '<cols><col min="3" max="3" hidden="1"/></cols>' }],
  })
  expect(checked(table).hidden).toMatchObject([{ row: 1, column: 'address', code: 'sheet.hidden', level: 'error' }])
})

it('nor cells of which the program kept another user id, or another address, than was meant', async () => {
  const rows = `${textRows(header)}
    <row r="2"><c r="B2"><v>12345678901234567</v></c>${text('C2', address(1))}</row>
    <row r="3">${text('A3', 'ada@example.com')}<c r="C3" t="str"><f>B9</f><v>${address(2)}</v></c></row>
    <row r="4">${text('A4', 'bob@example.com')}<c r="C4" t="e"><v>#N/A</v></c></row>`
  const table = await tableOf({
    sheets: [{ name: 'People', rows }],
    workbook: '<calcPr fullCalcOnLoad="1"/>',
  })
  expect(brief(table)).toEqual([
    [2, 'error', ['cell.digits']],
    [3, 'error', ['cell.stale']],
    [4, 'error', ['cell.error']],
  ])
})

it('nor what lies unseen under merged cells', async () => {
  const rows = textRows(header, ['ada@example.com', '', address(1)], ['bob@example.com', '', address(2)])
  const table = await tableOf({
    sheets: [{ name: 'People', rows, after: '<mergeCells><mergeCell ref="C2:C3"/></mergeCells>' }],
  })
  expect(brief(table)).toEqual([
    [2, 'good', []],
    [3, 'error', ['cell.covered']],
  ])
})

it('nor anything where nobody sees how the columns of people or of where to are called', async () => {
  const rows = textRows(header, ['ada@example.com', '', address(1)])
  const merged = await tableOf({
    sheets: [{ name: 'People', rows, after: '<mergeCells><mergeCell ref="B1:C1"/></mergeCells>' }],
  })
  expect(checked(merged).hidden).toMatchObject([{ row: 1, column: 'address', code: 'cell.covered', level: 'error' }])
  const hidden = await tableOf({
    sheets: [{ name: 'People', rows: rows.replace('<row r="1">', '<row r="1" hidden="1">') }],
  })
  expect(checked(hidden).hidden).toMatchObject([{ row: 1, column: '', code: 'sheet.hidden', level: 'error' }])
})
