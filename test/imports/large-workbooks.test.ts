import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { relation, textRows, xlsxOf } from '../shared/spreadsheet/workbook/parts.ts'
import { address, all, brief, image, type Opened, openImports, readyMints } from './fixture.ts'

let opened: Opened
beforeAll(async () => {
  opened = await openImports()
})
afterAll(() => opened.close())

// A header of 1 × 1 pixel, and a chunk of 1,200,000 bytes that do not compress.
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex'),
  Buffer.from('00124f8049444154', 'hex'),
  randomBytes(1_200_000),
])
const guests = Array.from({ length: 2_500 }, (_, at) => [address(at), `Guest ${at + 2}`, at === 1_700 ? '' : image])
const rows = textRows(['recipient', 'name', 'image'], ...guests)

/** A workbook so large, by a picture over the row 1,702, that a thread of its own reads it. */
async function check(sheetRows: string, merged = 'E2:E3') {
  const anchor =
    '<xdr:twoCellAnchor><xdr:from><xdr:col>2</xdr:col><xdr:row>1701</xdr:row></xdr:from><xdr:pic><a:blip r:embed="one"/></xdr:pic></xdr:twoCellAnchor>'
  const drawn = relation('d', 'drawing', '../drawings/drawing1.xml')
  const after = `<mergeCells><mergeCell ref="${merged}"/></mergeCells>`
  const file = await xlsxOf({
    sheets: [{ name: 'Guests', rows: sheetRows, relations: drawn, after }],
    parts: {
      'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:r="r">${anchor}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': `<Relationships>${relation('one', 'image', '../media/one.png')}</Relationships>`,
      'xl/media/one.png': png,
    },
  })
  expect(file.size).toBeGreaterThan(1024 ** 2)
  const state = await opened.check(new Uint8Array(await file.arrayBuffer()), { name: 'guests.xlsx' })
  const left = (await readdir(join(opened.dir, 'imports'))).filter((name) => name.endsWith('-strings'))
  expect(left).toEqual([])
  return state
}

describe('a large workbook', () => {
  it('is read whole, in its order, with its pictures and what is said of it', async () => {
    const { id, state, counts, bytesRead, bytesTotal } = await check(rows)
    expect({ state, counts, bytesRead }).toMatchObject({
      state: 'checked',
      counts: { rows: 2_500, ready: 2_500 },
      bytesRead: bytesTotal,
    })
    const mints = await readyMints(opened, id)
    expect(mints.map(({ metadata }) => metadata?.name)).toEqual(guests.map(([, name]) => name))
    expect(mints[1_700]?.metadata?.image).toBe('xl/media/one.png')
    const placed = await readFile(join(await opened.imports.mediaDir(id), 'xl/media/one.png'))
    expect(placed.equals(png)).toBe(true)
    expect(brief(await all(opened.imports.findings(id)))).toEqual([
      [1, '', 'sheet.merged', 'warning'],
      [1, '', 'sheet.pictures', 'warning'],
    ])
  })

  it('has what lies under merged cells found, which are told behind all rows', async () => {
    const { id, counts } = await check(rows, 'B1500:B2400')
    expect(counts).toMatchObject({ rows: 2_500, ready: 1_600, errors: 900 })
    const [, , ...covered] = brief(await all(opened.imports.findings(id)))
    expect(covered).toHaveLength(900)
    expect([covered[0], covered.at(-1)]).toEqual([
      [1_501, 'name', 'cell.covered', 'error'],
      [2_400, 'name', 'cell.covered', 'error'],
    ])
  })

  it('that is damaged far down says so, and shows the rows before', async () => {
    const { id, state, failure, counts } = await check(rows.replace('<row r="2300">', '<row r="2300"></c>'))
    expect({ state, code: failure?.code }).toEqual({ state: 'failed', code: 'file.damaged' })
    expect(counts.rows).toBeGreaterThan(1_000)
    expect((await opened.imports.listRows(id, { limit: 1 })).rows[0]?.cells[1]).toBe('Guest 2')
  })
})
