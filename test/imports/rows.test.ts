import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentHash } from '../../src/core/imports/content-hash.ts'
import { address, all, brief, image, type Opened, openImports, readyMints, sheet } from './fixture.ts'

let opened: Opened

beforeAll(async () => {
  opened = await openImports()
})
afterAll(() => opened.close())

const [ada, bob, cyd] = [address(1), address(2), address(3)]
const found = async (id: string) => brief(await all(opened.imports.findings(id)))
const ready = (id: string) => readyMints(opened, id)

describe('rows', () => {
  it('have the numbers a spreadsheet program shows', async () => {
    const { id } = await opened.check(`recipient,name,image\n\n${ada},"One\nline",${image}\n\n,Two,${image}\n`)
    expect(await found(id)).toEqual([[5, 'recipient', 'recipient.missing', 'error']])
    expect((await ready(id)).map(({ row }) => row)).toEqual([3])
  })

  it('with 2 MB in one cell fail alone', async () => {
    const result = await opened.check(sheet(`${ada},One,${image},,`, `${bob},Two,data:${'x'.repeat(2_000_000)},,`))
    expect(result).toMatchObject({ state: 'checked', counts: { ready: 1, errors: 1 } })
    expect(await found(result.id)).toEqual([[3, 'image', 'file.size', 'error']])
  })

  it('of one column of addresses say what else is needed', async () => {
    const { id } = await opened.check(`address\n${ada}\n`)
    expect(await found(id)).toEqual([
      [2, 'name', 'metadata.name', 'error'],
      [2, 'image', 'metadata.image', 'error'],
    ])
  })

  it('that are equal are told of, and are all minted or the first of each', async () => {
    const one = `${ada},One,${image},,`
    const { id, counts } = await opened.check(sheet(one, `${bob},One,${image},,`, one, one))
    expect(counts).toMatchObject({ ready: 4, warnings: 2, nfts: 4 })
    expect(await found(id)).toEqual([
      [4, 'recipient', 'recipient.duplicate', 'warning'],
      [5, 'recipient', 'recipient.duplicate', 'warning'],
    ])
    const content = { recipient: `polygon:${ada}`, metadata: { name: 'One', image } }
    const hashes = (await ready(id)).filter(({ row }) => row !== 3).map(({ contentHash }) => contentHash)
    expect(hashes).toEqual([contentHash(content), contentHash(content, 2), contentHash(content, 3)])
    const first = await opened.imports.recheck(id, { duplicates: 'first' })
    expect(first.counts).toMatchObject({ ready: 2, warnings: 0, skipped: 2, nfts: 2 })
    expect((await ready(id)).map(({ row }) => row)).toEqual([2, 3])
  })

  it('to e-mail addresses that differ only in letters which fold alike are warned of, both ways, and of those known', async () => {
    const row = (email: string, name: string) => `${email},${name},${image},,`
    const mails = [
      'strasse@example.com',
      'STRAẞE@example.com',
      'ada@example.com',
      'νικοσ@example.com',
      'µm@example.com',
    ]
    const { id, counts } = await opened.check(
      sheet(...mails.map((mail, at) => row(mail, `N${at}`)), row('strasse@example.com', 'again')),
    )
    expect(counts).toMatchObject({ ready: 6, warnings: 3 })
    const similar = async () =>
      (await all(opened.imports.findings(id)))
        .filter(({ code }) => code === 'recipient.similar')
        .map(({ row, message }) => [row, message])
    const says = (who: string, theirs: string, mine: string) =>
      `${who} "${theirs}@example.com", which differs from "${mine}@example.com" only in letters that are the same in capitals. They are two recipients with a wallet each: correct one if a single person is meant.`
    const streets = [
      [2, says('Row 3 has', 'straße', 'strasse')],
      [3, says('Row 2 has', 'strasse', 'straße')],
      [7, says('Row 3 has', 'straße', 'strasse')],
    ]
    expect(await similar()).toEqual(streets)
    // Known to the project, and of another project.
    const wallet = { kind: 'email', chain: 'polygon', address: '', created_at: 1 } as const
    for (const user of ['νικος@example.com', 'μm@example.com', 'ADA@example.com'.toLowerCase()])
      await opened.db
        .insertInto('wallets')
        .values({ project_id: 'p', user, ...wallet })
        .execute()
    await opened.imports.recheck(id, {})
    expect(await similar()).toEqual([
      ...streets.slice(0, 2),
      [5, says('This project knows', 'νικος', 'νικοσ')],
      [6, says('This project knows', 'μm', 'µm')],
      ...streets.slice(2),
    ])
    // One that is corrected takes the warnings of the others with it.
    expect((await opened.imports.correctCell(id, 3, 'recipient', 'strasse@example.com')).status).toBe('ready')
    expect((await similar()).map(([row]) => row)).toEqual([5, 6])
    await opened.imports.correctCell(id, 4, 'recipient', 'ſtrasse@example.com')
    expect((await similar()).map(([row]) => row)).toEqual([2, 3, 4, 5, 6, 7])
    await opened.imports.correctCell(id, 4, 'recipient', 'ada@example.com')
    expect((await opened.imports.get(id)).counts).toMatchObject({ ready: 6, warnings: 2 })
  })

  it('to a contract are warned of, once more after the cell changed, and not if another row is wrong', async () => {
    const contract = address(12)
    opened.network.contracts.add(`polygon ${contract.toLowerCase()}`)
    const { id, counts, notice } = await opened.check(
      sheet(`${ada},One,${image},,`, `${contract},Two,${image},,`, `${contract},,${image},,`),
    )
    expect(counts).toMatchObject({ ready: 2, warnings: 1, errors: 1 })
    expect(notice).toBeUndefined()
    expect(await found(id)).toEqual([
      [3, 'recipient', 'recipient.contract', 'warning'],
      [4, 'name', 'metadata.name', 'error'],
      [4, 'recipient', 'recipient.contract', 'warning'],
    ])
    expect((await opened.imports.correctCell(id, 3, 'recipient', bob)).findings).toEqual([])
    expect((await opened.imports.correctCell(id, 2, 'recipient', contract)).status).toBe('warning')
  })

  it('are compared anew with another collection as if all were checked again, and keep what was found of each', async () => {
    const contract = address(91)
    opened.network.contracts.add(`polygon ${contract.toLowerCase()}`)
    const { pk: _, ...like } = await opened.db
      .selectFrom('collections')
      .selectAll()
      .where('id', '=', 'default-polygon')
      .executeTakeFirstOrThrow()
    await opened.db
      .insertInto('collections')
      .values({ ...like, id: 'other' })
      .execute()
    const one = `${ada},One,${image},,`
    const { id } = await opened.check(sheet(one, `nobody,Two,${image},,`, `${contract},Three,${image},,`, one))
    const stand = async () => {
      const { counts, codes, notice } = await opened.imports.get(id)
      return { counts, codes, notice, found: await found(id), ready: await ready(id) }
    }
    const before = await stand()
    expect(before.found.map(([row]) => row)).toEqual([3, 4, 5])
    // Nobody could say now which are contracts: no row is looked at again.
    opened.network.silent = true
    await opened.imports.recheck(id, { collectionId: 'other' })
    expect(await stand()).toEqual(before)
    await opened.imports.recheck(id, { duplicates: 'first' })
    const first = await stand()
    expect([first.counts.skipped, first.notice]).toEqual([1, undefined])
    opened.network.silent = false
    await opened.imports.recheck(id, {})
    expect(await stand()).toEqual(first)
  })

  it('that were not all looked at are checked one by one with another collection', async () => {
    const contract = address(92)
    opened.network.contracts.add(`polygon ${contract.toLowerCase()}`)
    opened.network.silent = true
    const { id, notice } = await opened.check(sheet(`${contract},One,${image},,`))
    opened.network.silent = false
    expect(notice).toMatch(/does not answer/)
    const after = await opened.imports.recheck(id, { duplicates: 'first' })
    expect([after.counts.warnings, after.notice]).toEqual([1, undefined])
  })

  it('are taken as they are while the network does not answer, which is said, until it does', async () => {
    const contract = address(12)
    opened.network.contracts.add(`polygon ${contract.toLowerCase()}`)
    opened.network.silent = true
    const { id, counts, notice } = await opened.check(sheet(`${contract},One,${image},,`, `${ada},Two,${image},,`))
    expect(counts).toMatchObject({ ready: 2, warnings: 0 })
    expect(notice).toMatch(/^Polygon does not answer now, so recipients that are contracts are not all marked/)
    opened.network.silent = false
    await opened.imports.correctCell(id, 3, 'name', 'Three')
    expect((await opened.imports.get(id)).notice).toBe(notice)
    const again = await opened.imports.recheck(id, {})
    expect(again.notice).toBeUndefined()
    expect(again.counts).toMatchObject({ ready: 2, warnings: 1 })
  })

  it('with one id and another quantity do not agree: neither quantity is dropped without an error', async () => {
    const { id, counts } = await opened.check(sheet(`${ada},One,${image},,a`, `${ada},One,${image},3,a`))
    expect(counts).toMatchObject({ ready: 1, errors: 1, nfts: 1 })
    expect(await found(id)).toEqual([[3, 'id', 'id.duplicate', 'error']])
    await opened.imports.correctCell(id, 2, 'quantity', '3')
    expect((await opened.imports.get(id)).counts).toMatchObject({ ready: 1, skipped: 1, nfts: 3 })
  })

  it('with one id are one mint where they agree, and wrong where they do not', async () => {
    const { id, counts } = await opened.check(
      sheet(`${ada},One,${image},,a`, `${ada},One,${image},,a`, `${bob},Two,${image},,a`, `${bob},Two,${image},,b`),
    )
    expect(counts).toMatchObject({ ready: 2, skipped: 1, errors: 1 })
    expect(await found(id)).toEqual([
      [3, 'id', 'id.duplicate', 'warning'],
      [4, 'id', 'id.duplicate', 'error'],
    ])
  })

  it('become as many NFTs as they ask for, each with an id of its own', async () => {
    const { id, counts } = await opened.check(sheet(`${ada},One,${image},3,a`, `${bob},Two,${image},2,`))
    expect(counts).toMatchObject({ rows: 2, nfts: 5 })
    const mints = await ready(id)
    expect(mints.map(({ row, copy, id }) => [row, copy, id])).toEqual([
      [2, 1, 'a'],
      [2, 2, 'a#2'],
      [2, 3, 'a#3'],
      [3, 1, undefined],
      [3, 2, undefined],
    ])
    expect(new Set(mints.map(({ contentHash }) => contentHash.toString('hex'))).size).toBe(5)
  })

  it('beyond the supply limit are wrong, in the order of the file', async () => {
    await opened.db.updateTable('collections').set({ supply_limit: 3 }).where('id', '=', 'default-polygon').execute()
    const { id, counts } = await opened.check(
      sheet(`${ada},One,${image},2,`, `${bob},Two,${image},2,`, `${cyd},Three,${image},,`),
    )
    expect(counts).toMatchObject({ ready: 1, errors: 2, nfts: 2 })
    expect(await found(id)).toEqual([
      [3, 'quantity', 'quantity.number', 'error'],
      [4, 'quantity', 'quantity.number', 'error'],
    ])
    expect((await opened.imports.correctCell(id, 3, 'quantity', '1')).status).toBe('ready')
    expect((await opened.imports.get(id)).counts).toMatchObject({ ready: 2, errors: 1, nfts: 3 })
    await opened.db.updateTable('collections').set({ supply_limit: null }).where('id', '=', 'default-polygon').execute()
    expect((await opened.imports.recheck(id, {})).counts).toMatchObject({ ready: 3, errors: 0 })
  })

  it('that were minted before are listed and skipped, unless they are to be minted again', async () => {
    const content = { recipient: `polygon:${cyd}`, metadata: { name: 'Before', image } }
    for (const [at, state] of (['open', 'succeeded', 'failed'] as const).entries())
      await opened.db
        .insertInto('mints')
        .values({
          collection_pk: 1,
          id: `before-${at}`,
          action_id: `before-${at}`,
          recipient: content.recipient,
          reupload: 1,
          content_hash: contentHash(content, at + 1),
          state,
          token_id: state === 'succeeded' ? 1 : null,
          created_at: 1,
        })
        .execute()
    const { id, counts } = await opened.check(
      sheet(`${cyd},Before,${image},,`, `${cyd},Before,${image},2,`, `${bob},New,${image},,`),
    )
    expect(counts).toMatchObject({ ready: 2, skipped: 1, nfts: 2 })
    expect((await found(id)).filter(([, , code]) => code === 'file.repeat')).toEqual([
      [2, 'recipient', 'file.repeat', 'warning'],
      [3, 'recipient', 'file.repeat', 'warning'],
    ])
    expect((await ready(id)).map(({ row, copy }) => [row, copy])).toEqual([
      [3, 2],
      [4, 1],
    ])
    expect((await opened.imports.recheck(id, { again: true })).counts).toMatchObject({ ready: 3, nfts: 4 })
    expect(await ready(id)).toHaveLength(4)
    const solana = await opened.imports.recheck(id, { collectionId: 'default-solana' })
    expect(solana.codes).toEqual([{ code: 'recipient.format', column: 'recipient', level: 'error', count: 3 }])
  })
})
