import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentHash } from '../../src/core/imports/content-hash.ts'
import type { MintOutcome } from '../../src/core/imports/output.ts'
import type { Finding } from '../../src/shared/app-api.ts'
import { address, all, type Opened, openImports } from './fixture.ts'

let opened: Opened

beforeAll(async () => {
  opened = await openImports()
})
afterAll(() => opened.close())

const [ada, bob, cyd] = [address(1), address(2), address(3)]
const image = 'https://example.com/1.png'
const sheet = (...rows: string[]) => ['recipient,name,image,quantity,id', ...rows, ''].join('\n')
const brief = (findings: Finding[]) => findings.map(({ row, column, code, level }) => [row, column, code, level])
const found = async (id: string) => brief(await all(opened.imports.findings(id)))
const ready = (id: string) => all(opened.imports.readyMints(id))

describe('a file that cannot be read', () => {
  it.each<[string, string | Uint8Array, string, RegExp]>([
    ['is empty', '', 'file.empty', /empty/],
    ['has blank lines only', '\n\n , \n', 'file.empty', /empty/],
    ['has a header only', 'recipient,name,image\n', 'file.empty', /no rows/],
    ['is binary', Uint8Array.from({ length: 5000 }, (_, at) => at % 256), 'file.encoding', /not text/],
    ['is a workbook', Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0]), 'file.encoding', /save the sheet as CSV/],
    ['has no header', `${ada},One,${image}\n${bob},Two,${image}\n`, 'file.header', /first line/],
    ['has one column, and not the recipients', 'name\nOne\nTwo\n', 'file.header', /one column, "name"/],
    ['names no recipients', `name,image\nOne,${image}\n`, 'file.header', /No column names the recipients/],
    ['has a quotation mark that is never closed', `recipient\n"${'x'.repeat(9_000_000)}`, 'file.size', /not closed/],
  ])('%s', async (_, content, code, message) => {
    const result = await opened.check(content)
    expect(result).toMatchObject({ state: 'failed', failure: { code, message: expect.stringMatching(message) } })
    expect(await found(result.id)).toHaveLength(1)
    await expect(ready(result.id)).rejects.toThrow(message)
  })

  it('says so when it is not there', async () => {
    const { id } = await opened.imports.start({
      projectId: 'p',
      collectionId: 'default-polygon',
      file: '/nowhere.csv',
      name: 'x',
    })
    expect(await opened.imports.done(id)).toMatchObject({
      state: 'failed',
      failure: { message: expect.stringMatching(/ENOENT/) },
    })
  })

  it('says so when the collection is not there', async () => {
    await expect(opened.check(sheet(), { collectionId: 'none' })).rejects.toThrow(/no collection none/)
  })
})

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
    expect(solana.codes).toEqual([{ code: 'recipient.format', level: 'error', count: 3 }])
  })
})

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
    expect(await traits()).toEqual([{ trait_type: 'Shoe', value: '42' }])
    await opened.imports.recheck(id, { otherColumnsAsTraits: false })
    expect(await traits()).toBeUndefined()
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

describe('media', () => {
  it('are files of the folder, and what their ending says', async () => {
    const mediaDir = join(opened.dir, 'media')
    await mkdir(join(mediaDir, 'pictures'), { recursive: true })
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await writeFile(join(mediaDir, 'pictures', '1.png'), png)
    await writeFile(join(mediaDir, 'wrong.jpg'), png)
    await writeFile(join(mediaDir, 'empty.png'), '')
    await writeFile(join(mediaDir, 'a.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    const names = ['pictures/1.png', 'wrong.jpg', 'empty.png', 'missing.png', 'a.svg', '../sheet-1.csv']
    const { id, mediaFiles } = await opened.check(
      sheet(...names.map((name, at) => `${address(at)},N ${at},${name},,`)),
      { mediaDir },
    )
    expect(mediaFiles).toBe(4)
    expect(await found(id)).toEqual([3, 4, 5, 7].map((row) => [row, 'image', 'metadata.media', 'error']))
    expect((await ready(id)).map(({ metadata }) => metadata?.image)).toEqual(['pictures/1.png', 'a.svg'])
  })

  it('may come after the file', async () => {
    const { id } = await opened.check(sheet(`${ada},One,a.svg,,`))
    expect(await found(id)).toMatchObject([[2, 'image', 'metadata.url', 'error']])
    await writeFile(join(await opened.imports.mediaDir(id), 'a.svg'), '<svg/>')
    expect(await opened.imports.recheck(id, {})).toMatchObject({ mediaFiles: 1, counts: { ready: 1 } })
  })
})

describe('files that are written', () => {
  const outcome = (row: number, copy: number, status: MintOutcome['status']): MintOutcome => {
    const minted = status === 'succeeded'
    return {
      row,
      copy,
      status,
      nftId: `nft-${row}-${copy}`,
      tokenId: minted ? String(row) : null,
      contractAddress: null,
      txId: null,
      explorerUrl: null,
      ownerAddress: null,
      error: minted ? null : 'The fee was too low.',
    }
  }

  it('hold the rows with errors and why, and can be imported again', async () => {
    const { id } = await opened.check(sheet(`${ada},One,${image},,`, `x,=1+1,${image},0,"a ""b"""`))
    const csv = (await all(opened.imports.exportErrors(id))).join('')
    expect(csv.startsWith('\ufeffrecipient,name,image,quantity,id,error\r\n')).toBe(true)
    expect(csv).toContain(`\r\nx,'=1+1,${image},0,"a ""b""","recipient: `)
    const again = await opened.check(csv)
    expect((await opened.imports.row(again.id, 2))?.cells.slice(0, 5)).toEqual(['x', '=1+1', image, '0', 'a "b"'])
    expect(again.codes.map(({ code }) => code)).toEqual(['quantity.number', 'recipient.format'])
  })

  it('say what came of every row; imported again they offer what did not succeed', async () => {
    const { id } = await opened.check(
      sheet(`${ada},-One,${image},2,a`, `x,Two,${image},,`, `${bob},Three,${image},,b`, `${cyd},Four,${image},,`),
    )
    async function* outcomes() {
      yield outcome(2, 1, 'succeeded')
      yield outcome(2, 2, 'failed')
      yield outcome(4, 1, 'succeeded')
      yield outcome(5, 1, 'cancelled')
    }
    const csv = (await all(opened.imports.results(id, outcomes()))).join('')
    const [header, ...lines] = csv.trimEnd().split('\r\n')
    expect(header).toBe(
      '\ufeffrecipient,name,image,quantity,id,status,nft_id,token_id,contract_address,tx_id,explorer_url,owner_address,error',
    )
    expect(lines[0]).toBe(`${ada},'-One,${image},1,a,succeeded,nft-2-1,2,,,,,`)
    expect(lines[1]).toBe(`${ada},'-One,${image},1,a#2,failed,nft-2-2,,,,,,The fee was too low.`)
    expect(lines[2]).toMatch(/^x,Two,.*,error,,,,,,,"recipient: /)
    expect(lines).toHaveLength(5)

    const again = await opened.check(csv)
    expect(again.counts).toMatchObject({ rows: 5, ready: 2, errors: 1, skipped: 2 })
    const mints = await ready(again.id)
    expect(mints.map(({ row, id, metadata }) => [row, id, metadata?.name])).toEqual([
      [3, 'a#2', '-One'],
      [6, undefined, 'Four'],
    ])
    async function* rest() {
      yield outcome(3, 1, 'succeeded')
    }
    const last = (await all(opened.imports.results(again.id, rest()))).join('').trimEnd().split('\r\n')
    expect(last[0]).toBe(header)
    expect(last[1]).toBe(lines[0])
    expect(last[2]).toBe(`${ada},'-One,${image},1,a#2,succeeded,nft-3-1,3,,,,,`)
  })
})

describe('an import', () => {
  it('is listed, outlives the core, and can be dropped', async () => {
    const { id } = await opened.check(sheet(`${ada},One,${image},,`), { name: 'folder/guests.csv' })
    expect((await opened.imports.list('p'))[0]).toMatchObject({ id, name: 'guests.csv' })
    await opened.imports.close()
    expect((await opened.imports.correctCell(id, 2, 'name', 'Later')).cells[1]).toBe('Later')
    await opened.imports.remove(id)
    await expect(opened.imports.get(id)).rejects.toThrow(/no import/)
  })

  it('whose check was cut short says so at the next start', async () => {
    const { id } = await opened.check(sheet(`${ada},One,${image},,`))
    await opened.db.updateTable('imports').set({ state: 'checking' }).where('id', '=', id).execute()
    await opened.imports.recover()
    expect(await opened.imports.get(id)).toMatchObject({
      state: 'failed',
      failure: { message: expect.stringMatching(/give it again/) },
    })
  })

  it('can be stopped while it is checked, and tells how far it is', async () => {
    const rows = Array.from({ length: 60_000 }, (_, at) => `user${at}@example.com,NFT ${at},${image},,`)
    const file = await opened.write(sheet(...rows))
    const { id } = await opened.imports.start({ projectId: 'p', collectionId: 'default-polygon', file, name: 'x.csv' })
    await expect
      .poll(() => opened.changes.some((change) => change.id === id && change.counts.rows > 0), { timeout: 20_000 })
      .toBe(true)
    await expect(opened.imports.correctCell(id, 2, 'name', 'x')).rejects.toThrow(/still being checked/)
    expect((await opened.imports.listRows(id, { limit: 5 })).rows).toHaveLength(5)
    await opened.imports.cancel(id)
    expect(await opened.imports.get(id)).toMatchObject({ state: 'failed' })
  })
})
