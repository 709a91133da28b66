import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { text, textRows, xlsxOf } from '../shared/spreadsheet/workbook/parts.ts'
import { address, all, brief, image, type Opened, openImports, readyMints } from './fixture.ts'

let opened: Opened
beforeAll(async () => {
  opened = await openImports()
})
afterAll(() => opened.close())

const header = ['recipient', 'name', 'image', 'id']
const guest = (n: number) => [address(n), `Guest ${n}`, image, `id-${n}`]
const guests = (...numbers: number[]) => textRows(header, ...numbers.map(guest))

async function check(file: Blob, request: Parameters<Opened['check']>[1] = {}) {
  return await opened.check(new Uint8Array(await file.arrayBuffer()), { name: 'guests.xlsx', ...request })
}
const found = async (id: string) => brief(await all(opened.imports.findings(id)))

describe('hidden rows and columns', () => {
  const rows = guests(1, 2, 3).replace('<row r="3">', '<row r="3" hidden="1">')
  const before = '<cols><col min="4" max="4" hidden="1"/><col min="9" max="16384" hidden="1"/></cols>'
  const file = () => xlsxOf({ sheets: [{ name: 'Guests', rows, before }] })

  it('are asked about, and nothing is minted before the answer', async () => {
    const { id, state, failure } = await check(await file())
    expect(state).toBe('failed')
    expect(failure).toMatchObject({ code: 'sheet.hidden', row: 3 })
    expect(failure?.message).toBe(
      '1 row (row 3) and 1 column (D) of the sheet "Guests" are hidden: choose whether they are minted too or left out (--hidden mint or --hidden skip on the command line).',
    )
    await expect(all(opened.imports.readyMints(id))).rejects.toThrow('are hidden')
  })

  it('are minted, or left out and listed, as the answer says, which can be changed', async () => {
    const { id } = await check(await file())
    expect(await opened.imports.recheck(id, { hidden: 'mint' })).toMatchObject({
      state: 'checked',
      counts: { ready: 3 },
    })
    expect((await readyMints(opened, id)).map((mint) => mint.id)).toEqual(['id-1', 'id-2', 'id-3'])
    const skipped = await opened.imports.recheck(id, { hidden: 'skip' })
    expect(skipped).toMatchObject({ state: 'checked', counts: { ready: 2, skipped: 1 } })
    expect((await readyMints(opened, id)).map((mint) => mint.id)).toEqual([undefined, undefined])
    expect(await found(id)).toEqual([[3, '', 'sheet.hidden', 'warning']])
    await opened.imports.recheck(id, { hidden: 'mint' })
    expect((await readyMints(opened, id)).map((mint) => mint.id)).toEqual(['id-1', 'id-2', 'id-3'])
  })

  it('are known from the start where the answer comes with the file', async () => {
    const { counts } = await check(await file(), { options: { hidden: 'skip' } })
    expect(counts).toMatchObject({ ready: 2, skipped: 1 })
  })
})

describe('hidden columns', () => {
  // The fourth to the sixth are hidden. Only its values say that the fifth is somebody's own.
  const headers = ['recipient', 'name', 'image', 'description', 'Reach', 'Size']
  const row = [address(1), 'One', image, 'Not for others', 'eve@example.com', 'XL']
  const before = '<cols><col min="4" max="6" hidden="1"/></cols>'
  const file = (first = headers) => xlsxOf({ sheets: [{ name: 'Guests', rows: textRows(first, row), before }] })
  const fieldsOf = async (id: string) => (await opened.imports.get(id)).columns.slice(3).map(({ field }) => field)
  const metadataOf = async (id: string) => (await readyMints(opened, id))[0]?.metadata
  const size = { trait_type: 'Size', value: 'XL' }
  const options = { otherColumnsAsTraits: true, hidden: 'mint' } as const

  it('that look like somebody’s own by their values stay private where all others are traits, whenever the answer comes', async () => {
    const { id } = await check(await file(), { options })
    expect((await metadataOf(id))?.attributes).toEqual([size])
    const asked = await check(await file(), { options: { otherColumnsAsTraits: true } })
    await opened.imports.recheck(asked.id, { hidden: 'mint' })
    expect((await metadataOf(asked.id))?.attributes).toEqual([size])
  })

  it('that a person made private stay so in the next file with this header', async () => {
    const first = await check(await file())
    const columns = first.columns.map((column) =>
      column.field === 'description' ? { header: column.header, field: 'ignore' as const } : column,
    )
    await opened.imports.recheck(first.id, { columns, hidden: 'mint' })
    for (const hidden of ['mint', 'ask', 'skip'] as const) {
      const { id } = await check(await file(), { options: { hidden } })
      await opened.imports.recheck(id, { hidden: 'mint' })
      expect(await metadataOf(id)).toEqual({ name: 'One', image })
    }
  })

  it('come back, each time they were left out, as what they were before', async () => {
    const own = headers.map((one) => one.replace('Reach', 'Reach at'))
    const { id } = await check(await file(own), { options: { otherColumnsAsTraits: true, hidden: 'skip' } })
    for (const _ of [1, 2]) {
      expect(await fieldsOf(id)).toEqual(['ignore', 'ignore', 'ignore'])
      expect(await metadataOf(id)).toEqual({ name: 'One', image })
      await opened.imports.recheck(id, { hidden: 'mint' })
      expect(await fieldsOf(id)).toEqual(['description', 'ignore', 'trait'])
      expect(await metadataOf(id)).toEqual({ name: 'One', image, description: 'Not for others', attributes: [size] })
      await opened.imports.recheck(id, { hidden: 'skip' })
    }
    // Neither another map of the columns that are seen, nor another rule for those of other names, brings them back.
    const { columns } = await opened.imports.get(id)
    const [who, , ...others] = columns
    if (who === undefined) throw new Error('no columns')
    await opened.imports.recheck(id, { columns: [who, { header: 'name', field: 'name' }, ...others] })
    await opened.imports.recheck(id, { otherColumnsAsTraits: false })
    await opened.imports.recheck(id, { otherColumnsAsTraits: true, traits: ['Reach at'] })
    expect(await fieldsOf(id)).toEqual(['ignore', 'ignore', 'ignore'])
    // What a person makes of one holds.
    await opened.imports.recheck(id, {
      columns: columns.map((column) =>
        column.header === 'Size' ? { ...column, field: 'trait', trait: 'Fit' } : column,
      ),
    })
    expect(await fieldsOf(id)).toEqual(['ignore', 'ignore', 'trait'])
    await opened.imports.recheck(id, { hidden: 'mint' })
    expect((await metadataOf(id))?.attributes).toEqual([
      { trait_type: 'Reach at', value: 'eve@example.com' },
      { trait_type: 'Fit', value: 'XL' },
    ])
  })
})

describe('names of columns that nobody sees', () => {
  const headers = ['recipient', 'name', 'image', 'quantity']
  const rows = textRows(headers, [address(1), 'One', image, '500'])

  it('in a hidden row are asked about as other hidden rows are, and are not left out', async () => {
    const hidden = rows.replace('<row r="1">', '<row r="1" hidden="1">')
    const { id, state, failure } = await check(await xlsxOf({ sheets: [{ name: 'Guests', rows: hidden }] }))
    expect([state, failure?.message]).toEqual([
      'failed',
      '1 row (row 1) of the sheet "Guests" is hidden: choose whether it is minted too or left out (--hidden mint or --hidden skip on the command line).',
    ])
    const skipped = await opened.imports.recheck(id, { hidden: 'skip' })
    expect(skipped.failure).toMatchObject({ row: 1, code: 'sheet.hidden', message: expect.stringContaining('show it') })
    expect(await opened.imports.recheck(id, { hidden: 'mint' })).toMatchObject({
      state: 'checked',
      counts: { nfts: 500 },
    })
  })

  it('under merged cells keep the file from being minted, unless the column is not used', async () => {
    const after = '<mergeCells><mergeCell ref="C1:D1"/></mergeCells>'
    const { id, state, columns } = await check(await xlsxOf({ sheets: [{ name: 'Guests', rows, after }] }))
    expect(state).toBe('failed')
    const [failure] = await all(opened.imports.findings(id))
    expect(failure).toMatchObject({ row: 1, column: 'quantity', code: 'cell.covered', level: 'error' })
    expect(failure?.message).toBe(
      'The name of the column D, in D1, lies under merged cells, and holds "quantity", which no spreadsheet program shows: correct it in the spreadsheet program and give the file again, or leave the column out in the window\'s column map.',
    )
    const without = columns.map((one) => (one.field === 'quantity' ? { ...one, field: 'ignore' as const } : one))
    expect(await opened.imports.recheck(id, { columns: without })).toMatchObject({
      state: 'checked',
      counts: { nfts: 1 },
    })
  })

  it('that are errors become no traits', async () => {
    const wrong = `<row r="1">${text('A1', 'recipient')}${text('B1', 'name')}${text('C1', 'image')}<c r="D1" t="e"><v>#DIV/0!</v></c></row>`
    const row = `<row r="2">${text('A2', address(1))}${text('B2', 'One')}${text('C2', image)}${text('D2', 'x')}</row>`
    const { id, state } = await check(await xlsxOf({ sheets: [{ name: 'Guests', rows: wrong + row }] }))
    expect(state).toBe('checked')
    expect(await opened.imports.recheck(id, { otherColumnsAsTraits: true })).toMatchObject({
      state: 'failed',
      failure: { code: 'cell.error', message: expect.stringContaining('holds the error "#DIV/0!"') },
    })
  })
})
