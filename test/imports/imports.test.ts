import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MintOutcome } from '../../src/core/imports/output.ts'
import { sheetFile } from '../../src/shared/spreadsheet/sheet-file.ts'
import type { Records } from '../../src/shared/spreadsheet/workbook/write-xlsx.ts'
import { address, all, brief, image, type Opened, openImports, readyMints, sheet } from './fixture.ts'

let opened: Opened

beforeAll(async () => {
  opened = await openImports()
})
afterAll(() => opened.close())

const [ada, bob, cyd] = [address(1), address(2), address(3)]
const found = async (id: string) => brief(await all(opened.imports.findings(id)))
const csvOf = async (records: Records) => (await all(sheetFile(records, 'csv', 'Results'))).join('')
const ready = (id: string) => readyMints(opened, id)

describe('a file that cannot be read', () => {
  it.each<[string, string | Uint8Array, string, RegExp]>([
    ['is empty', '', 'file.empty', /empty/],
    ['has blank lines only', '\n\n , \n', 'file.empty', /empty/],
    ['has a header only', 'recipient,name,image\n', 'file.empty', /no rows/],
    ['is binary', Uint8Array.from({ length: 5000 }, (_, at) => at % 256), 'file.encoding', /not text/],
    ['is a workbook that ends early', Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0]), 'file.damaged', /save it again/],
    [
      'is two files of two encodings',
      Buffer.concat([
        Buffer.from(`\ufeffrecipient,name,image\n${ada},Zoë,${image}\n`),
        Buffer.from(`${bob},Zoë,${image}\n`, 'latin1'),
      ]),
      'file.encoding',
      /begins as UTF-8/,
    ],
    ['is a PDF', Buffer.from('%PDF-1.7'), 'file.encoding', /save the sheet as CSV/],
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

describe('a text file that is read in several blocks', () => {
  const names = Array.from({ length: 9_000 }, (_, at) => `Nº ${at} é`)
  const text = (newline: string) =>
    ['recipient,name,image', ...names.map((name, at) => `${address(at)},${name},${image}`), ''].join(newline)
  const utf16 = Buffer.from(`\ufeff${text('\r\n')}`, 'utf16le')
  it.each([
    ['UTF-8', Buffer.from(text('\n'))],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text('\r\n')}`)],
    ['UTF-16, low byte first', utf16],
    ['UTF-16, high byte first', Buffer.from(utf16).swap16()],
    ['Windows-1252', Buffer.from(text('\r'), 'latin1')],
  ])('has all of its rows: %s', async (_, content) => {
    expect(content.length).toBeGreaterThan(512 * 1024)
    const { id, counts } = await opened.check(content)
    expect(counts).toMatchObject({ ready: names.length, errors: 0 })
    expect((await ready(id)).map(({ metadata }) => metadata?.name)).toEqual(names)
  })

  it('has its delimiter by as much of it as the window looks at', async () => {
    const checked = await opened.check(`${'x'.repeat(100_000)};recipient;name;image\n;${ada};One;${image}\n`)
    expect([checked.delimiter, checked.counts.ready]).toEqual([';', 1])
  })
})

describe('media', () => {
  it('are files of the folder, and what their ending says', async () => {
    const names = ['pictures/1.png', 'wrong.jpg', 'empty.png', 'missing.png', 'a.svg', '../sheet-1.csv']
    const { id } = await opened.check(sheet(...names.map((name, at) => `${address(at)},N ${at},${name},,`)))
    const mediaDir = await opened.imports.mediaDir(id)
    await mkdir(join(mediaDir, 'pictures'), { recursive: true })
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await writeFile(join(mediaDir, 'pictures', '1.png'), png)
    await writeFile(join(mediaDir, 'wrong.jpg'), png)
    await writeFile(join(mediaDir, 'empty.png'), '')
    await writeFile(join(mediaDir, 'a.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect(await opened.imports.recheck(id, {})).toMatchObject({ mediaFiles: 4 })
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

const succeeded: MintOutcome = {
  ...{ row: 2, status: 'succeeded', nftId: 'n', tokenId: '1', contractAddress: null, txId: null },
  ...{ explorerUrl: null, ownerAddress: null, correctedTo: null, firstError: null, error: null },
}

describe('files that are written', () => {
  const outcome = (row: number, nftId: string, status: MintOutcome['status']): MintOutcome => {
    const minted = status === 'succeeded'
    return {
      row,
      status,
      nftId,
      tokenId: minted ? String(row) : null,
      contractAddress: null,
      txId: null,
      explorerUrl: null,
      ownerAddress: null,
      correctedTo: null,
      firstError: null,
      error: minted ? null : 'The fee was too low.',
    }
  }

  it('hold the rows with errors and why, and can be imported again', async () => {
    const { id } = await opened.check(sheet(`${ada},One,${image},,`, `x,=1+1,${image},0,"a ""b"""`))
    const csv = await csvOf(opened.imports.exportErrors(id))
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
      yield outcome(2, 'a', 'succeeded')
      yield outcome(2, 'a#2', 'failed')
      yield outcome(4, 'b', 'succeeded')
      yield outcome(5, 'made', 'cancelled')
    }
    const csv = await csvOf(opened.imports.results(id, outcomes()))
    const [header, ...lines] = csv.trimEnd().split('\r\n')
    expect(header).toBe(
      '\ufeffrecipient,name,image,quantity,id,status,nft_id,token_id,contract_address,tx_id,explorer_url,owner_address,recipient_in_file,first_error,error',
    )
    expect(lines[0]).toBe(`${ada},'-One,${image},1,a,succeeded,a,2,,,,,,,`)
    expect(lines[1]).toBe(`${ada},'-One,${image},1,a#2,failed,a#2,,,,,,,,The fee was too low.`)
    expect(lines[2]).toMatch(/^x,Two,.*,error,,,,,,,,,"recipient: /)
    expect(lines).toHaveLength(5)

    const again = await opened.check(csv)
    expect(again.counts).toMatchObject({ rows: 5, ready: 2, errors: 1, skipped: 2 })
    const mints = await ready(again.id)
    expect(mints.map(({ row, id, metadata }) => [row, id, metadata?.name])).toEqual([
      [3, 'a#2', '-One'],
      [6, undefined, 'Four'],
    ])
    async function* rest() {
      yield outcome(3, 'a#2', 'succeeded')
    }
    // As a workbook it says the same, without what keeps a formula of text files from being run.
    const workbook = await all(sheetFile(opened.imports.results(id, outcomes()), 'xlsx', 'Results'))
    const third = await opened.check(Buffer.concat(workbook as Uint8Array[]), { name: 'results.xlsx' })
    expect(third.counts).toEqual(again.counts)
    expect(await ready(third.id)).toEqual(mints)

    const last = (await csvOf(opened.imports.results(again.id, rest()))).trimEnd().split('\r\n')
    expect(last[0]).toBe(header)
    expect(last[1]).toBe(lines[0])
    expect(last[2]).toBe(`${ada},'-One,${image},1,a#2,succeeded,a#2,3,,,,,,,`)
  })
})

describe('a results file after corrections', () => {
  it('has who got each NFT where the file named somebody else, and the file’s own cell beside', async () => {
    const both = [
      'recipient,email,name,image',
      `${ada},,One,${image}`,
      `,eve@example.com,Two,${image}`,
      `,eve@example.com,Three,${image}`,
    ]
    const corrected = (row: number, correctedTo: string): MintOutcome => ({ ...succeeded, row, correctedTo })
    const linesOf = async (content: string, ...outcomes: MintOutcome[]) => {
      const { id } = await opened.check(content)
      async function* told() {
        yield* outcomes
      }
      const text = (await csvOf(opened.imports.results(id, told()))).slice(1)
      return Papa.parse<Record<string, string>>(text.trimEnd(), { header: true }).data.map(
        ({ recipient, email, recipient_in_file: inFile }) => [recipient, email, inFile],
      )
    }
    expect(
      await linesOf(
        both.join('\n'),
        corrected(2, `polygon:${bob}`),
        corrected(3, 'email:eva@example.com:polygon'),
        corrected(4, `polygon:${cyd}`),
      ),
    ).toEqual([
      [`polygon:${bob}`, '', ada],
      ['', 'eva@example.com', 'eve@example.com'],
      [`polygon:${cyd}`, '', 'eve@example.com'],
    ])
    // No column takes an address: the cell stays, and `owner_address` says who got it.
    expect(await linesOf(`email,name,image\neve@example.com,One,${image}`, corrected(2, `polygon:${bob}`))).toEqual([
      [undefined, 'eve@example.com', ''],
    ])
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
      .poll(() => opened.changes.some((change) => change.id === id && change.counts.rows > 0), { timeout: 60_000 })
      .toBe(true)
    await expect(opened.imports.correctCell(id, 2, 'name', 'x')).rejects.toThrow(/still being checked/)
    expect((await opened.imports.listRows(id, { limit: 5 })).rows).toHaveLength(5)
    await opened.imports.cancel(id)
    expect(await opened.imports.get(id)).toMatchObject({ state: 'failed' })
  })
})
