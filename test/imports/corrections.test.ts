import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cureRules } from '../../src/shared/spreadsheet/cure-rules.ts'
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

  it('that are private by what is asked for now are that, whatever was chosen for such a header line before', async () => {
    const hats = `recipient,name,image,Hat\n${ada},One,${image},42\n`
    const { id, columns } = await opened.check(hats)
    const asTrait = { header: 'Hat', field: 'trait' as const, trait: 'Size' }
    const chosen = columns.map((one) => (one.header === 'Hat' ? asTrait : one))
    await opened.imports.recheck(id, { columns: chosen })
    const traits = async (options: { otherColumnsAsTraits?: boolean; traits?: string[] }) =>
      (await ready((await opened.check(hats, { options })).id))[0]?.metadata?.attributes
    expect(await traits({}), 'remembered').toEqual([{ trait_type: 'Size', value: '42' }])
    expect(await traits({ traits: ['Hat'] }), 'named').toEqual([{ trait_type: 'Size', value: '42' }])
    expect(await traits({ otherColumnsAsTraits: false }), 'none').toBeUndefined()
    expect(await traits({}), 'the next file again').toEqual([{ trait_type: 'Size', value: '42' }])
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

  it('of one kind are shown before they are made, made at once, and leave alone what they do not cure', async () => {
    const { imports } = opened
    const { id, codes } = await opened.check(
      sheet(
        `${ada}\u200b,One,${image},,`,
        `${bob.slice(0, 20)} ${bob.slice(20)},Two,${image},,`,
        `0x12 34,Three,${image},,`,
        `${address(3)},Four,${image},2 pcs,`,
        `${address(4)},Five,${image},-3,`,
      ),
    )
    const fault = { code: 'recipient.format', column: 'recipient' }
    expect(codes).toContainEqual({ ...fault, level: 'error', count: 3 })
    expect(await imports.previewCure(id, { rule: 'trim', ...fault })).toEqual({
      count: 2,
      examples: [
        { row: 2, before: `${ada}\u200b`, after: ada },
        { row: 3, before: `${bob.slice(0, 20)} ${bob.slice(20)}`, after: bob },
      ],
    })
    const quantity = { code: 'quantity.number', column: 'quantity' }
    expect((await imports.previewCure(id, { rule: 'number', ...quantity })).examples).toEqual([
      { row: 5, before: '2 pcs', after: '2' },
    ])
    expect((await imports.previewCure(id, { rule: 'one', ...quantity })).count).toBe(2)
    expect((await imports.cure(id, { rule: 'trim', ...fault })).counts).toMatchObject({ errors: 3, ready: 2 })
    const cured = await imports.cure(id, { rule: 'number', ...quantity })
    expect(cured.counts).toMatchObject({ errors: 2, ready: 3, nfts: 4 })
    expect(cured.lastCorrection).toEqual({ column: 'quantity', row: null, rule: 'number', cells: 1 })
  })

  it('accept no wrong checksum for all rows at once', async () => {
    const mixed = ada.replace(/[a-f]/, (letter) => letter.toUpperCase())
    const { id, codes } = await opened.check(sheet(`${mixed},One,${image},,`))
    expect(codes.map(({ code }) => code)).toEqual(['recipient.checksum'])
    for (const rule of cureRules) {
      const cure = { rule, code: 'recipient.checksum', column: 'recipient' }
      expect(await opened.imports.previewCure(id, cure)).toEqual({ count: 0, examples: [] })
      expect(await opened.imports.cure(id, cure)).toMatchObject({ counts: { errors: 1 }, lastCorrection: null })
    }
  })

  it('are undone in order, single ones and many at once, also by another core; not after a check of all rows', async () => {
    const { imports } = opened
    const rows = Array.from({ length: 1500 }, (_, at) => `${address(at + 10)},NFT ${at},${image},${at + 2} pcs,`)
    const { id, counts } = await opened.check(sheet(...rows, `${ada},Good,${image},,`))
    const before = await found(id)
    const cure = { rule: 'number', code: 'quantity.number', column: 'quantity' } as const
    expect((await imports.cure(id, cure)).counts).toMatchObject({ errors: 0, ready: 1501 })
    await imports.correctCell(id, 1502, 'name', 'Better')
    await imports.correctCell(id, 1502, 'recipient', 'x')
    expect((await imports.get(id)).lastCorrection).toEqual({ column: 'recipient', row: 1502, rule: null, cells: 1 })
    expect((await imports.undo(id)).counts.errors).toBe(0)
    expect((await imports.undo(id)).lastCorrection).toMatchObject({ row: null, cells: 1500 })
    expect((await imports.row(id, 1502))?.cells[1]).toBe('Good')
    const undone = await imports.undo(id)
    expect(undone).toMatchObject({ state: 'checked', counts, lastCorrection: null })
    expect(await found(id)).toEqual(before)
    await expect(imports.undo(id)).rejects.toThrow(/no correction to undo/)

    await imports.correctCell(id, 1502, 'name', 'Better')
    await imports.recheck(id, {})
    await expect(imports.undo(id)).rejects.toThrow(/before the whole file was last checked stay/)
    expect(await imports.get(id)).toMatchObject({ state: 'checked', lastCorrection: null })
    expect((await imports.row(id, 1502))?.cells[1]).toBe('Better')
  })

  it('of all rows at once are under way on disk, too: the next core takes no file that was left half checked again for a checked one', async () => {
    const { imports, db } = opened
    const { id } = await opened.check(sheet(`${ada},One,${image},,`))
    const stateNow = async () =>
      (await db.selectFrom('imports').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
    const seen = new Set([await stateNow()])
    let isDone = false
    const done = imports.recheck(id, { otherColumnsAsTraits: true }).finally(() => {
      isDone = true
    })
    while (!isDone) {
      seen.add(await stateNow())
      await setImmediate()
    }
    await done
    expect([...seen, await stateNow()]).toEqual(['checked', 'checking', 'checked'])
  })

  it('are not undone once a run was made with them', async () => {
    const { imports, db } = opened
    const { id } = await opened.check(sheet(`${ada},One,${image},,`))
    await imports.correctCell(id, 2, 'name', 'Better')
    const collection = await db.selectFrom('collections').select('pk').executeTakeFirstOrThrow()
    const made = { id: 'r', project_id: 'p', collection_pk: collection.pk, import_id: id, name: 'a', content: 'c' }
    await db
      .insertInto('runs')
      .values({ ...made, repeat: 0, state: 'running', total: 1, created_at: Date.now() + 1 })
      .execute()
    await expect(imports.undo(id)).rejects.toThrow(/A run was made with this correction/)
    expect((await imports.row(id, 2))?.cells[1]).toBe('Better')
  })
})

describe('corrections of a file that has a run', () => {
  it('are offered to be undone only where they came after it, also when links were tried since', async () => {
    const { imports, db } = opened
    const { id } = await opened.check(sheet(`${ada},One,${image},,`))
    await imports.correctCell(id, 2, 'name', 'Better')
    const collection = await db.selectFrom('collections').select('pk').executeTakeFirstOrThrow()
    const made = { id: 'r2', project_id: 'p', collection_pk: collection.pk, import_id: id, name: 'a', content: 'c2' }
    const last = async () => (await imports.get(id)).lastCorrection
    expect(await last()).toMatchObject({ row: 2 })
    await imports.whileUnchanged(id, async () => {
      const run = { ...made, repeat: 0, state: 'finished', total: 1, created_at: Date.now() } as const
      await db.insertInto('runs').values(run).execute()
    })
    expect(await last()).toBeNull()
    await imports.markLinks(id, imports.version(id), [], true)
    expect(await last()).toBeNull()

    await sleep(2)
    await imports.correctCell(id, 2, 'name', 'Best')
    expect(await last()).toEqual({ column: 'name', row: 2, rule: null, cells: 1 })
    expect(await imports.undo(id)).toMatchObject({ lastCorrection: null })
    expect((await imports.row(id, 2))?.cells[1]).toBe('Better')
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
