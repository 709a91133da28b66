import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { createPublicClient, http, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { textRows, xlsxOf } from '../shared/spreadsheet/workbook/parts.ts'
import { readWorkbook } from '../shared/spreadsheet/workbook/read.ts'
import { zipOf } from '../shared/zip-of.ts'
import { type MediaServer, openMediaServer } from './media-server.ts'
import { addressOf, cli, pixel, pixelBytes, type Started, sheet, startCli } from './run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-cli-'))
const home = join(folder, 'data')
/** The run of the first file. */
let runId = ''
const abi = parseAbi([
  'function ownerOf(uint256) view returns (address)',
  'function tokenURI(uint256) view returns (string)',
  'function totalSupply() view returns (uint256)',
])

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** The one line that a person is told. */
function sentence(stderr: string): string {
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(stderr).not.toMatch(/^\s+at /m)
  return stderr.trim()
}

/** The rows of a file that this app wrote. */
function rowsOf(path: string): Record<string, string>[] {
  const text = readFileSync(path, 'utf8').slice(1)
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('without a Mintdesk that runs', () => {
  it('is interrupted in the middle of a file, and says how to resume', async () => {
    const minting = startCli(home, 'mint', file('badges.csv', sheet('Badge', 1_000)), '--yes')
    await minting.until(/\d+ of 1,000 minted/)
    minting.child.kill('SIGINT')
    const { code, stdout } = await minting.ended
    expect(code).toBe(130)
    expect(stdout).toContain('nothing is lost')
    runId = /mintdesk runs resume ([0-9a-f]{32})/.exec(stdout)?.[1] ?? ''
    expect(runId).not.toBe('')
  })

  it('resumes it to its end', async () => {
    const { code, stdout } = await cli(home, 'runs', 'resume', runId, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      run: runId,
      rows: 1_000,
      succeeded: 1_000,
      failed: 0,
      state: 'finished',
    })
  })
})

describe('while a Mintdesk runs on the data folder', () => {
  let serve: Started
  let media: MediaServer
  let url = ''

  beforeAll(async () => {
    media = await openMediaServer()
    vi.stubEnv('MINTDESK_ALLOW_HOSTS', media.host)
    serve = startCli(home, 'serve', '--port', '0')
    url = (await serve.until(/^Mintdesk is ready at (http:\/\/127\.0\.0\.1:\d+)$/m))[1] ?? ''
  })

  afterAll(async () => {
    serve.child.kill('SIGTERM')
    expect((await serve.ended).code).toBe(0)
    await media.close()
  })

  it('has minted each row of the interrupted file once, as the chain says', async () => {
    const wallet = JSON.parse((await cli(home, 'wallet', `polygon:${addressOf('Badge 1')}`, '--json')).stdout)
    expect(wallet).toMatchObject({ chain: 'polygon', address: addressOf('Badge 1'), count: 1 })
    expect(wallet.nfts[0].metadata.name).toBe('Badge 1')

    const { networks } = JSON.parse((await cli(home, 'networks', '--json')).stdout)
    const polygon = networks.find((network: { name: string }) => network.name === 'polygon')
    expect(polygon).toMatchObject({ chainId: 137, state: 'up' })
    const client = createPublicClient({ transport: http(polygon.rpcUrl, { batch: { batchSize: 500 } }) })
    const address = wallet.nfts[0].contractAddress
    expect(await client.readContract({ address, abi, functionName: 'totalSupply' })).toBe(1_000n)
    const tokens = Array.from({ length: 1_000 }, (_, at) => BigInt(at + 1))
    const owners = tokens.map((token) => client.readContract({ address, abi, functionName: 'ownerOf', args: [token] }))
    expect(await Promise.all(owners)).toEqual(tokens.map((token) => addressOf(`Badge ${token}`)))
    const uris = await Promise.all(
      tokens.map((token) => client.readContract({ address, abi, functionName: 'tokenURI', args: [token] })),
    )
    expect(new Set(uris).size).toBe(1_000)
    for (const [at, uri] of uris.entries()) {
      const metadata = await (await fetch(uri.replace('ipfs://', `${url}/ipfs/`))).json()
      expect(metadata).toMatchObject({ name: `Badge ${at + 1}`, attributes: [{ trait_type: 'Tier', value: 'Gold' }] })
    }
  })

  it('says of a run that has ended that it has, with the run’s own figures', async () => {
    const { code, stdout } = await cli(home, 'runs', 'resume', runId.slice(0, 12))
    expect(code).toBe(0)
    expect(stdout).toMatch(/^This run has ended already\.\nbadges\.csv\n/)
    expect(stdout).toMatch(/Minted +1,000 of 1,000 NFTs/)
    // On a busy machine a run takes minutes.
    expect(stdout).toMatch(/Ended .*, after \d+ (s|min)\b/)
  })

  it('mints nothing of a file that was minted before, and says so', async () => {
    const { code, stdout, stderr } = await cli(home, 'mint', join(folder, 'badges.csv'), '--yes', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ rows: 1_000, skipped: 1_000, succeeded: 0, transactions: 0 })
    expect(stderr).toContain('1,000 skipped (minted before; --again mints them again).')
    expect(stderr).toContain('Nothing is left to mint into default-polygon.')
  })

  it('prints one object of the documented shape, and writes the results', async () => {
    const results = join(folder, 'results.csv')
    const path = file('small.csv', sheet('Small', 5))
    const { code, stdout } = await cli(home, 'mint', path, '--yes', '--json', '--results', results)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      run: expect.stringMatching(/^[0-9a-f]{32}$/),
      collection: 'default-polygon',
      contractAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      chain: 'polygon',
      rows: 5,
      succeeded: 5,
      failed: 0,
      transactions: 1,
      gasUsed: expect.any(Number),
      fee: { amount: expect.stringMatching(/^\d+$/), currency: 'POL', decimals: 18 },
      quotedFee: { amount: expect.stringMatching(/^\d+$/), currency: 'POL', decimals: 18 },
      restFee: { amount: '0', currency: 'POL', decimals: 18 },
      feeDifferencePercent: expect.any(Number),
      seconds: expect.any(Number),
    })
    expect(rowsOf(results).map((row) => [row.name, row.status, row.owner_address])).toEqual(
      [1, 2, 3, 4, 5].map((n) => [`Small ${n}`, 'succeeded', addressOf(`Small ${n}`)]),
    )
  })

  it('mints the chosen sheet of a workbook, without its hidden rows, and writes the results as one', async () => {
    const header = ['recipient', 'name', 'image']
    const guest = (n: number) => [addressOf(`Book ${n}`), `Book ${n}`, pixel]
    const rows = textRows(header, guest(1), guest(2), guest(3)).replace('<row r="3">', '<row r="3" hidden="1">')
    const book = await xlsxOf({
      sheets: [
        { name: 'Notes', rows: textRows(['nothing']) },
        { name: 'Guests', rows },
      ],
    })
    const path = join(folder, 'guests.xlsx')
    writeFileSync(path, Buffer.from(await book.arrayBuffer()))

    const findings = join(folder, 'findings.xlsx')
    const wrong = await cli(home, 'mint', path, '--dry-run', '--sheet', 'Gests', '--findings', findings)
    expect(wrong.code).toBe(2)
    expect(wrong.stdout.replace(/\s+/g, ' ')).toContain('There is no sheet "Gests": the file has "Notes", "Guests".')
    const asked = await cli(home, 'mint', path, '--yes', '--sheet', 'guests')
    expect(asked.code).toBe(2)
    expect(asked.stdout).toContain('sheet.hidden')

    const results = join(folder, 'guests-results.xlsx')
    const minted = await cli(home, 'mint', path, '--yes', '--sheet', 'guests', '--hidden', 'skip', '--results', results)
    expect(minted.stdout).toContain(
      'guests.xlsx, sheet "Guests" of 2: 3 rows, 2 ready, 1 skipped (hidden in the sheet)',
    )
    expect(minted.code).toBe(0)
    const [head, ...others] = (await readWorkbook(new Blob([readFileSync(results)]))).rows.map(({ cells }) => cells)
    expect(head?.slice(0, 4)).toEqual([...header, 'status'])
    expect(others.map(([, name, , status]) => [name, status])).toEqual([
      ['Book 1', 'succeeded'],
      ['Book 2', 'skipped'],
      ['Book 3', 'succeeded'],
    ])
    const found = (await readWorkbook(new Blob([readFileSync(findings)]))).rows.map(({ cells }) => cells[2])
    expect(found).toEqual(['code', 'file.sheet'])
  })

  it('waits while the fee is above what may be paid, and goes on when it may be', async () => {
    expect((await cli(home, 'mint', file('dear.csv', sheet('Dear', 3)), '--max-fee', 'cheap')).stderr).toContain(
      'A fee is a number of gwei above 0',
    )
    const minting = startCli(home, 'mint', file('dear.csv', sheet('Dear', 3)), '--yes', '--max-fee', '1.5')
    await minting.until(/Gas price +2 gwei now, at most 1\.5 gwei: it waits/)
    await minting.until(/Waiting: The fee is/)
    const { runs } = JSON.parse((await cli(home, 'runs', 'list', '--json')).stdout)
    const waiting = await vi.waitFor(async () => {
      const run = JSON.parse((await cli(home, 'runs', 'show', runs[0].id, '--json')).stdout)
      expect(run).toMatchObject({ name: 'dear.csv', state: 'waiting', waitsFor: { what: 'fee' }, transactions: 0 })
      return run
    }, 60_000)
    expect(waiting.notice).toContain('The fee is 2 gwei, and your ceiling 1.5 gwei')
    const { stdout } = await cli(home, 'runs', 'set', waiting.id, '--max-fee', '20')
    expect(stdout).toMatch(/It pays at most 20 gwei[\s\S]*Fee ceiling +20 gwei/)
    const { code, stdout: said, stderr } = await minting.ended
    expect(code).toBe(0)
    expect(stderr.match(/Waiting: The fee is/g)).toHaveLength(1)
    expect(said).toMatch(/Quoted +0\.\d+ POL \(.*than quoted\)/)
  })

  it('mints with the files of a folder or a zip that is given along, and says how when it is not', async () => {
    mkdirSync(join(folder, 'media/gold'), { recursive: true })
    writeFileSync(join(folder, 'media/gold/one.gif'), pixelBytes)
    const path = file('local.csv', `recipient,name,image\n${addressOf('local')},Local,gold/one.gif\n`)
    const without = JSON.parse((await cli(home, 'mint', path, '--dry-run', '--json')).stdout)
    expect(without.findings).toMatchObject([{ code: 'metadata.url', message: expect.stringContaining('--media') }])
    const { code, stdout } = await cli(home, 'mint', path, '--media', join(folder, 'media'), '--yes', '--json')
    expect([code, JSON.parse(stdout).succeeded]).toEqual([0, 1])
    const { nfts } = JSON.parse((await cli(home, 'wallet', addressOf('local'), '--json')).stdout)
    const image = await fetch(nfts[0].metadata.image.replace('ipfs://', `${url}/ipfs/`))
    expect(Buffer.from(await image.arrayBuffer())).toEqual(pixelBytes)

    const zip = join(folder, 'media.zip')
    writeFileSync(zip, 'no archive')
    const refused = await cli(home, 'mint', path, '--again', '--media', zip, '--dry-run')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('media.zip is damaged')])
    writeFileSync(zip, Buffer.from(await (await zipOf({ 'media/gold/one.gif': pixelBytes })).arrayBuffer()))
    const zipped = await cli(home, 'mint', path, '--again', '--media', zip, '--dry-run', '--json')
    expect(JSON.parse(zipped.stdout)).toMatchObject({ rows: 1, findings: [{ code: 'file.repeat' }] })
  })

  it('lets a row whose linked file cannot be had fail alone, keeps an ipfs image, and tries again when told', async () => {
    const ipfs = 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
    const lines = [
      'recipient,name,image',
      `${addressOf('a')},Good,"${pixel}"`,
      `${addressOf('b')},Unreachable,${media.late}`,
      `${addressOf('c')},On IPFS,${ipfs}`,
    ]
    const { code, stdout, stderr } = await cli(home, 'mint', file('linked.csv', lines.join('\n')), '--yes', '--json')
    expect(code).toBe(3)
    const { run, ...summary } = JSON.parse(stdout)
    expect(summary).toMatchObject({ rows: 3, succeeded: 2, failed: 1 })
    expect(stderr).toContain('1 NFT could not be minted')
    const shown = JSON.parse((await cli(home, 'runs', 'show', run.slice(0, 12), '--json')).stdout)
    expect(shown.failedRows).toMatchObject([{ row: 3, name: 'Unreachable', state: 'failed' }])
    const { nfts } = JSON.parse((await cli(home, 'wallet', addressOf('c'), '--json')).stdout)
    expect(nfts[0].metadata.image).toBe(ipfs)

    const ended = await cli(home, 'runs', 'resume', run)
    expect([ended.code, ended.stdout]).toEqual([3, expect.stringContaining(`mintdesk runs retry ${run}`)])
    media.uploadLate()
    const retried = await cli(home, 'runs', 'retry', run.slice(0, 12), '--json')
    expect([retried.code, JSON.parse(retried.stdout).succeeded]).toEqual([0, 3])
  })

  it('pauses a run, gives it up, and writes what came of it', async () => {
    const held = ['recipient,name,image', ...['x', 'y'].map((who) => `${addressOf(who)},${who},${media.held}`)]
    const minting = startCli(home, 'mint', file('held.csv', held.join('\n')), '--yes')
    await media.asked
    const { runs } = JSON.parse((await cli(home, 'runs', '--json')).stdout)
    const { id, name } = runs[0]
    expect(name).toBe('held.csv')
    const paused = await cli(home, 'runs', 'pause', id)
    expect([paused.code, paused.stdout]).toEqual([0, expect.stringContaining(`mintdesk runs resume ${id}`)])
    const left = await minting.ended
    expect([left.code, left.stdout]).toEqual([130, expect.stringContaining('Paused: 0 of 2 NFTs are minted.')])

    const cancelled = await cli(home, 'runs', 'cancel', id, '--json')
    expect([cancelled.code, JSON.parse(cancelled.stdout).state]).toEqual([0, 'cancelled'])
    media.release()
    await expect
      .poll(async () => JSON.parse((await cli(home, 'runs', 'show', id, '--json')).stdout).counts.cancelled, {
        timeout: 60_000,
        interval: 200,
      })
      .toBe(2)
    const results = join(folder, 'held-results.csv')
    expect((await cli(home, 'runs', 'results', id, results)).code).toBe(0)
    expect(rowsOf(results).map(({ name, status }) => [name, status])).toEqual([
      ['x', 'cancelled'],
      ['y', 'cancelled'],
    ])
  })

  it('checks without minting, with every finding by row and column', async () => {
    const bad = ['recipient,name,image', `0x12,Half,"${pixel}"`, '', `${addressOf('d')},,"${pixel}"`].join('\n')
    const dry = await cli(home, 'mint', file('bad.csv', bad), '--dry-run', '--json')
    expect(dry.code).toBe(2)
    const { rows, findings } = JSON.parse(dry.stdout)
    expect(rows).toBe(2)
    expect(findings).toEqual([
      { row: 2, column: 'recipient', code: 'recipient.format', level: 'error', message: expect.any(String) },
      { row: 4, column: 'name', code: 'metadata.name', level: 'error', message: expect.any(String) },
    ])
    const real = await cli(home, 'mint', join(folder, 'bad.csv'), '--yes')
    expect(real.code).toBe(2)
    expect(real.stdout).toMatch(/^ {2}2 {2}recipient {2}recipient\.format {2}/m)
    expect(sentence(real.stderr)).toContain('Nothing was minted')

    const good = await cli(home, 'mint', file('good.csv', sheet('Good', 2)), '--dry-run', '--json')
    expect([good.code, JSON.parse(good.stdout)]).toEqual([0, { rows: 2, findings: [] }])
  })

  it('asks before it mints: without a terminal it needs --yes', async () => {
    const { code, stdout, stderr } = await cli(home, 'mint', join(folder, 'good.csv'))
    expect(code).toBe(1)
    expect(stdout).toMatch(/Fee +about/)
    expect(sentence(stderr)).toContain('--yes')
    const names = JSON.parse((await cli(home, 'runs', '--json')).stdout).runs.map((run: { name: string }) => run.name)
    expect(names).toContain('small.csv')
    expect(names).not.toContain('good.csv')
  })

  it('makes, lists and revokes keys that open the API', async () => {
    const { key, id } = JSON.parse((await cli(home, 'keys', 'create', '--name', 'shop', '--json')).stdout)
    const ask = async () => (await fetch(`${url}/api/2022-06-09/collections`, { headers: { 'x-api-key': key } })).status
    expect(await ask()).toBe(200)
    const listed = await cli(home, 'keys', 'list', '--json')
    expect(listed.stdout).not.toContain(key)
    expect(JSON.parse(listed.stdout).keys).toMatchObject([{ id, name: 'shop', lastUsedAt: expect.any(String) }])
    expect((await cli(home, 'keys', 'revoke', id)).code).toBe(0)
    expect(await ask()).toBe(403)
  })

  it.concurrent.each([
    [['mint', 'good.csv', '--collection', 'nowhere', '--yes'], 'There is no collection "nowhere"'],
    [['mint', 'good.csv', '--collection', 'default-solana', '--yes'], 'olana'],
    [['mint', 'missing.csv', '--yes'], 'missing.csv'],
    [['runs', 'show', 'zzz'], 'There is no run "zzz"'],
    [['keys', 'revoke', 'zzz'], 'There is no key "zzz"'],
    [['keys', 'create', '--scopes', 'everything'], 'There is no scope "everything"'],
    [['projects', 'rename', ''], 'name is empty: give one.'],
    [['serve'], 'open its window with mintdesk open'],
  ])('says in one sentence why it cannot: %j', async (args, says) => {
    const { code, stdout, stderr } = await cli(
      home,
      ...args.map((arg) => (arg.endsWith('.csv') ? join(folder, arg) : arg)),
    )
    expect([code, stdout]).toEqual([1, ''])
    expect(sentence(stderr)).toContain(says)
  })

  it.concurrent('lists each fault of a request that has several, which one sentence cannot', async () => {
    const { code, stderr } = await cli(home, 'transfer', 'aptos:0x12', '--from', 'x', '--to', 'y')
    expect(code).toBe(1)
    expect(stderr).toMatch(/The request has 3 faults:\n {2}from: .+\n {2}to: .+\n {2}tokenAddress: .+\n/)
  })

  it.concurrent('says that there is nothing to try again', async () => {
    const { code, stderr } = await cli(home, 'runs', 'retry', runId)
    expect([code, sentence(stderr)]).toEqual([1, expect.stringContaining('none of its mints has failed')])
  })

  it.concurrent('says that a port is taken', async () => {
    const { code, stderr } = await cli(join(folder, 'other'), 'serve', '--port', new URL(url).port)
    expect(code).toBe(1)
    expect(sentence(stderr)).toContain('is in use')
  })

  it.concurrent('prints a link that lets a window in once', async () => {
    const { stdout } = await cli(home, 'open', '--print')
    const ticket = new URL(stdout.trim()).searchParams.get('ticket')
    const enter = async () =>
      (
        await fetch(`${url}/app/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ticket }),
        })
      ).status
    expect([await enter(), await enter()]).toEqual([200, 401])
  })
})
