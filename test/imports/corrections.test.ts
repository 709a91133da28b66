import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { address, all, brief, image, type Opened, openImports, readyMints, sheet } from './fixture.ts'

let opened: Opened

beforeAll(async () => {
  opened = await openImports()
})
afterAll(() => opened.close())

const [ada, bob] = [address(1), address(2)]
const found = async (id: string) => brief(await all(opened.imports.findings(id)))
const ready = (id: string) => readyMints(opened, id)

describe('columns', () => {
  it('of one name wait for a person, whose map is remembered for the header line', async () => {
    const content = `recipient,name,name,image\n${ada},One,Uno,${image}\n`
    const before = await opened.check(content)
    expect(before).toMatchObject({ state: 'failed', failure: { code: 'header.duplicate', row: 1, column: 'name' } })
    expect(before.columns).toHaveLength(4)
    const columns = before.columns
      .map((column, at) => (at === 1 ? { ...column, field: 'ignore' as const } : column))
      .map((column, at) => (at === 2 ? { header: 'name', field: 'name' as const } : column))
    const after = await opened.imports.recheck(before.id, { columns })
    expect(after).toMatchObject({ state: 'checked', counts: { ready: 1 } })
    expect((await ready(before.id))[0]?.metadata?.name).toBe('Uno')
    const next = await opened.check(content)
    expect(next).toMatchObject({ state: 'checked', columns })
    await expect(opened.imports.recheck(next.id, { columns: columns.slice(1) })).rejects.toThrow(/another file/)
    expect((await opened.imports.get(next.id)).state).toBe('checked')
  })

  it('that name nobody can be made to', async () => {
    const { id, columns } = await opened.check(`who,name,image\n${ada},One,${image}\n`)
    const map = columns.map((column, at) => (at === 0 ? { header: 'who', field: 'recipient' as const } : column))
    expect((await opened.imports.recheck(id, { columns: map })).counts).toMatchObject({ ready: 1, errors: 0 })
  })

  it('of other names are traits, or not, with one switch', async () => {
    const { id } = await opened.check(`recipient,name,image,Shoe\n${ada},One,${image},42\n`)
    const traits = async () => (await ready(id))[0]?.metadata?.attributes
    expect(await traits(), 'private unless somebody wants it otherwise').toBeUndefined()
    await opened.imports.recheck(id, { otherColumnsAsTraits: true })
    expect(await traits()).toEqual([{ trait_type: 'Shoe', value: '42' }])
    await opened.imports.recheck(id, { otherColumnsAsTraits: false })
    expect(await traits()).toBeUndefined()
  })

  it('that look personal stay private when all others become traits, unless they are named', async () => {
    const file = `recipient,name,image,Shoe,Reached at,Phone\n${ada},One,${image},42,eve@example.com,+49 30 901820\n`
    const { id } = await opened.check(file)
    const traits = async () => (await ready(id))[0]?.metadata?.attributes?.map(({ trait_type }) => trait_type)
    await opened.imports.recheck(id, { otherColumnsAsTraits: true })
    expect(await traits()).toEqual(['Shoe'])
    await opened.imports.recheck(id, { otherColumnsAsTraits: false, traits: ['phone'] })
    expect(await traits()).toEqual(['Phone'])
  })
})

describe('corrections', () => {
  it('check the row again, and those it was equal to; put back, all is as before', async () => {
    const { id, counts } = await opened.check(
      sheet(`${ada},One,${image},,`, `${ada},One,${image},,`, `x,Two,${image},,`),
    )
    const before = await found(id)
    await opened.imports.correctCell(id, 2, 'name', 'Other')
    expect(await found(id)).toEqual([[4, 'recipient', 'recipient.format', 'error']])
    const corrected = await opened.imports.correctCell(id, 4, 'recipient', 'ada@example.com')
    expect(corrected).toMatchObject({ row: 4, status: 'ready', nft: { recipient: 'email:ada@example.com:polygon' } })
    expect((await opened.imports.get(id)).counts).toMatchObject({ ready: 3, errors: 0, warnings: 0 })
    await opened.imports.correctCell(id, 2, 'name', 'One')
    await opened.imports.correctCell(id, 4, 'recipient', 'x')
    expect(await found(id)).toEqual(before)
    expect((await opened.imports.get(id)).counts).toEqual(counts)
  })

  it('are refused where there is no cell', async () => {
    const { id } = await opened.check(sheet(`${ada},One,${image},,`))
    await expect(opened.imports.correctCell(id, 9, 'name', 'x')).rejects.toThrow(/no cell in row 9/)
    await expect(opened.imports.correctCell(id, 2, 'colour', 'x')).rejects.toThrow(/no cell in row 2, column colour/)
    expect((await opened.imports.get(id)).state).toBe('checked')
  })

  it('of one kind are made at once', async () => {
    const mixed = ada.replace(/[a-f]/, (letter) => letter.toUpperCase())
    const { id, counts } = await opened.check(sheet(`${mixed},One,${image},,`, `${bob}\u200b,Two,${image},,`))
    expect(counts.errors).toBe(2)
    expect((await opened.imports.fix(id, 'lower-case-address')).counts.errors).toBe(1)
    expect((await opened.imports.fix(id, 'trim')).counts).toMatchObject({ errors: 0, ready: 2 })
  })
})

describe('a list of rows', () => {
  it('is filtered by state and by code, and paged', async () => {
    const rows = Array.from({ length: 25 }, (_, at) => `${at % 5 === 0 ? 'x' : address(at + 10)},NFT ${at},${image},,`)
    const { id } = await opened.check(sheet(...rows))
    const { imports } = opened
    expect(await imports.listRows(id, { offset: 20, limit: 3 })).toMatchObject({
      total: 25,
      rows: [{ row: 22 }, { row: 23 }, { row: 24 }],
    })
    expect(await imports.listRows(id, { filter: 'errors', offset: 1, limit: 2 })).toMatchObject({
      total: 5,
      rows: [{ row: 7 }, { row: 12 }],
    })
    const byCode = { total: 5, rows: [{ row: 22, status: 'error', findings: [{ column: 'recipient' }], nft: null }] }
    expect(await imports.listRows(id, { code: 'recipient.format', offset: 4 })).toMatchObject(byCode)
    expect(await imports.listRows(id, { code: 'recipient.format', filter: 'ready' })).toEqual({ total: 0, rows: [] })
    expect((await imports.listRows(id, { filter: 'ready', limit: 1 })).rows[0]?.nft).toMatchObject({
      quantity: 1,
      metadata: { name: 'NFT 1' },
    })
  })
})
