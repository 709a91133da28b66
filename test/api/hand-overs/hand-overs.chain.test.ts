import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Core, openCore } from '../../../src/core/index.ts'
import { appState, type HandOver, handedNfts, handOverQuote, handOverRows } from '../../../src/shared/app-api.ts'
import { cli } from '../../cli/run-cli.ts'
import { type Caller, coreOptions, windowOf } from '../../core/trial-core.ts'
import { recipientOf, until } from '../../minting/open-engine.ts'
import { type Stranger, stranger } from '../foreign.ts'
import { checkedFile, reached } from './hand-over-calls.ts'

const base = '/api/2022-06-09/collections/default-polygon/nfts'
const chain = 'polygon'
let dataDir: string
let core: Core
let call: Caller
let projectId: string
let somebody: Stranger
let pictures: Awaited<ReturnType<Stranger['deploy']>>

/** Wallets that people have of their own. */
const own = (n: number): string => getAddress(recipientOf(900 + n))
const metadata = { name: 'Badge', image: 'ipfs://bafkqaaa' }

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mintdesk-hand-over-'))
  core = await openCore(coreOptions(dataDir, { trial: { blocks: 60, chains: { confirmations: 2 } } }))
  call = (await windowOf(core)).call
  projectId = appState.parse((await call('GET', '/app/state')).json).projects[0]?.id ?? ''
  const people = ['email:ada@example.com', 'email:ada@example.com', 'userId:7', 'email:bob@example.com']
  const nfts = people.map((recipient, n) => ({ id: `n${n}`, recipient: `${recipient}:${chain}`, metadata }))
  expect((await call('POST', base, { nfts })).status).toBe(200)
  for (const { id } of nfts) await onChain(id)
  somebody = await stranger(() => call, chain)
  pictures = await somebody.deploy('Foreign721')
  await pictures.write('mint', await walletOf({ email: 'ada@example.com' }), 5n, 'https://example.com/5')
})
afterAll(async () => {
  await core?.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function onChain(id: string, nfts = base): Promise<{ owner: string; tokenId: string }> {
  return await until(`${id} is minted`, async () => {
    const nft = (await call('GET', `${nfts}/${id}`)).json as {
      onChain: { status: string; owner: string; tokenId: string }
    }
    return nft.onChain.status === 'success' && nft.onChain
  })
}

async function walletOf(user: object): Promise<string> {
  return String((await call('POST', '/api/v1-alpha1/wallets', { ...user, chain })).json.publicKey)
}

const enterprise = (on: boolean) => call('PATCH', `/app/projects/${projectId}`, { enterprise: on })
const post = (csv: string, query = '') => call('POST', `/app/hand-overs?name=people.csv${query}`, Buffer.from(csv))

const reach = (id: string, ...states: HandOver['state'][]) => reached(call, id, ...states)
const checked = (csv: string, query = '') => checkedFile(call, csv, query)

const findingsOf = async (id: string) =>
  handOverRows
    .parse((await call('GET', `/app/hand-overs/${id}/rows?which=findings`)).json)
    .rows.flatMap(({ findings }) => findings)

it('is refused until a person allows moving people’s NFTs, and says what a file lacks', async () => {
  expect(await post(`email,address\nada@example.com,${own(1)}\n`)).toMatchObject({
    status: 403,
    json: { code: 'transfer.enterprise' },
  })
  await enterprise(true)
  const headless = await checked('person,place\nada,here\n')
  expect(headless).toMatchObject({ state: 'failed', findings: [{ code: 'file.header' }, { code: 'file.header' }] })
  expect((await post('email,address\na@b.co,0x1\n', '&collection=nowhere')).json).toMatchObject({
    code: 'collection.notFound',
  })
  expect((await call('DELETE', `/app/hand-overs/${headless.id}`)).status).toBe(204)
})

it('shows rows that cannot be handed over, and people without NFTs, before anything is moved', async () => {
  const wrong = own(2).replace(/[a-f]/, (letter) => letter.toUpperCase())
  const mistyped = wrong === own(2) ? own(2).replace(/[A-F]/, (letter) => letter.toLowerCase()) : wrong
  const ada = await walletOf({ email: 'ada@example.com' })
  const csv = [
    'Email,User ID,Wallet',
    `ada@example.com,,${mistyped}`,
    `,7,8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR`,
    `nobody@example.com,,${own(3)}`,
    `bob@example.com,,${own(4)}`,
    `bob@example.com,,${own(5)}`,
    `,,${own(6)}`,
    `,8,${ada}`,
    `,9,${pictures.address}`,
    `,10,0x${'0'.repeat(40)}`,
  ].join('\n')
  const seen = await checked(csv)
  expect(seen.rows).toMatchObject({ total: 9, ready: 0, errors: 6, empty: 3 })
  const found = await findingsOf(seen.id)
  expect(found.map(({ row, column, code }) => [row, column, code])).toEqual([
    [2, 'Wallet', 'recipient.checksum'],
    [3, 'Wallet', 'recipient.chain'],
    [4, '', 'holdings.none'],
    [5, 'Wallet', 'person.twoAddresses'],
    [6, 'Wallet', 'person.twoAddresses'],
    [7, '', 'person.missing'],
    [8, 'Wallet', 'recipient.project'],
    [8, '', 'holdings.none'],
    [9, 'Wallet', 'recipient.contract'],
    [9, '', 'holdings.none'],
    [10, 'Wallet', 'recipient.zero'],
  ])
  for (const { message } of found) expect(message).toMatch(/ .*[.?]$/)
  expect((await call('POST', `/app/hand-overs/${seen.id}/start`, { nfts: 1, skipErrors: true })).json).toMatchObject({
    code: 'handOver.empty',
  })
})

it('moves each NFT once, whoever’s transaction it takes; one that is gone by then fails with a sentence, the others go on', async () => {
  const csv = [
    'email,userId,address',
    `ada@example.com,,${own(1)}`,
    `,7,${own(2)}`,
    `bob@example.com,,${own(3)}`,
    'broken,,0x12',
  ].join('\n')
  const seen = await checked(csv)
  expect(seen).toMatchObject({ rows: { ready: 3, errors: 1 }, nfts: { total: 5, waiting: 5 } })
  const quote = handOverQuote.parse((await call('GET', `/app/hand-overs/${seen.id}/quote`)).json)
  const [price] = quote.chains
  expect(quote).toMatchObject({ nfts: 5, chains: [{ chain, nfts: 5, transactions: 6, shortfall: { amount: '0' } }] })
  expect(price?.parts.map(({ what, nfts }) => [what, nfts])).toEqual([
    ['transfers', 4],
    ['wallets', 1],
  ])
  // Bob's goes elsewhere meanwhile.
  const { tokenId } = await onChain('n3')
  const { contractAddress } = (await call('GET', `${base}/n3`)).json.onChain as { contractAddress: string }
  const away = await call('POST', '/api/v1-alpha1/wallets/transfer', {
    ...{ chain, from: 'email:bob@example.com', to: own(9), contractAddress, tokenId },
  })
  await until('it went elsewhere', async () => (await onChain('n3')).owner === own(9) || away.status !== 202)
  const start = (body: object) => call('POST', `/app/hand-overs/${seen.id}/start`, body)
  expect(await start({ nfts: 5 })).toMatchObject({ status: 422, json: { code: 'handOver.errors' } })
  expect(await start({ nfts: 4, skipErrors: true })).toMatchObject({ status: 409, json: { code: 'handOver.changed' } })
  expect(await start({ nfts: 5, skipErrors: true })).toMatchObject({ status: 200 })
  expect((await start({ nfts: 5, skipErrors: true })).json).toMatchObject({ code: 'handOver.state' })
  const done = await reach(seen.id, 'finished')
  expect(done).toMatchObject({ nfts: { total: 5, succeeded: 4, failed: 1 }, completedAt: expect.any(String) })
  expect([(await onChain('n0')).owner, (await onChain('n1')).owner]).toEqual([own(1), own(1)])
  expect((await onChain('n2')).owner).toBe(own(2))
  expect(await pictures.read('ownerOf', 5n)).toBe(own(1))
  const failed = handedNfts.parse((await call('GET', `/app/hand-overs/${seen.id}/nfts?state=failed`)).json)
  expect(failed).toMatchObject([{ nftId: 'n3', state: 'failed', error: expect.stringMatching(/ .*\.$/) }])
  // What it cost is near what was said.
  const [spent, expected] = [Number(done.chains[0]?.fee.amount), Number(price?.fee.expected.amount)]
  expect(spent).toBeGreaterThan(0)
  expect(expected / spent).toBeGreaterThan(0.9)
  expect(expected / spent).toBeLessThan(2.5)

  const { text } = await call('GET', `/app/hand-overs/${seen.id}/results.csv`)
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toContain('email,userId,address,status,nft,nft_id,quantity,from,to,tx_id,explorer_url,error')
  expect(lines.filter((line) => line.includes(',succeeded,'))).toHaveLength(4)
  expect(lines.at(-1)).toContain('broken,,0x12,error')

  const { entries } = (await call('GET', '/app/audit')).json as { entries: { act: string; amount: string | null }[] }
  expect(entries.map(({ act }) => act)).toEqual(expect.arrayContaining(['handOvers.create', 'handOvers.start']))
  expect(entries.find(({ act }) => act === 'handOvers.start')?.amount).toBe('5 NFTs')
})

it('pauses, goes on and is cancelled: what is not signed stays where it is', async () => {
  const nfts = Array.from({ length: 12 }, (_, n) => ({ id: `m${n}`, recipient: `userId:many:${chain}`, metadata }))
  await call('POST', base, { nfts })
  for (const { id } of nfts) await onChain(id)
  const seen = await checked(`userId,address\nmany,${own(20)}\n`, '&collection=default-polygon')
  expect(seen).toMatchObject({ collections: ['default-polygon'], nfts: { total: 12 } })
  const order = (what: string) => call('POST', `/app/hand-overs/${seen.id}/${what}`)
  expect((await order('pause')).json).toMatchObject({ code: 'handOver.state' })
  // Nothing is signed while so little may be paid.
  await call('POST', `/app/hand-overs/${seen.id}/start`, { nfts: 12, feeCeilings: { [chain]: '1' } })
  const waiting = await reach(seen.id, 'waiting')
  expect(waiting).toMatchObject({ notice: expect.stringMatching(/fee|gwei/i), nfts: { waiting: 12 } })
  expect((await order('pause')).json).toMatchObject({ state: 'paused' })
  await call('PATCH', `/app/hand-overs/${seen.id}`, { feeCeilings: { [chain]: null } })
  expect((await call('GET', `/app/hand-overs/${seen.id}`)).json).toMatchObject({ nfts: { waiting: 12 } })
  expect((await order('resume')).status).toBe(200)
  await reach(seen.id, 'finished')
  for (const { id } of nfts) expect((await onChain(id)).owner).toBe(own(20))

  await call('PUT', `${base}/last`, { recipient: `userId:many:${chain}`, metadata })
  await onChain('last')
  const again = await checked(`userId,address\nmany,${own(20)}\n`)
  await call('POST', `/app/hand-overs/${again.id}/start`, { nfts: 1, feeCeilings: { [chain]: '1' } })
  await call('POST', `/app/hand-overs/${again.id}/cancel`)
  const ended = await until('it ended', async () => {
    const now = await reach(again.id, 'cancelled')
    return now.completedAt !== null && now
  })
  expect(ended.nfts).toMatchObject({ total: 1, cancelled: 1, succeeded: 0 })
  expect((await onChain('last')).owner).not.toBe(own(20))
})

it('on the command line: what is wrong first, then the price, then each NFT, with results', async () => {
  for (const id of ['c0', 'c1']) {
    await call('PUT', `${base}/${id}`, { recipient: `email:cli@example.com:${chain}`, metadata })
    await onChain(id)
  }
  const file = join(dataDir, 'cli.csv')
  const results = join(dataDir, 'cli-results.csv')
  await writeFile(file, `email;address\ncli@example.com;${own(30)}\nwrong;${own(31)}\n`)
  const refused = await cli(dataDir, 'hand-over', file)
  expect(refused).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('is not an e-mail address'),
    stderr: expect.stringContaining('--skip-errors'),
  })
  const unasked = await cli(dataDir, 'hand-over', file, '--skip-errors')
  expect(unasked).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/about 0\.\d+ POL/),
    stderr: expect.stringContaining('add --yes'),
  })
  const dry = await cli(dataDir, 'hand-over', file, '--dry-run', '--json')
  expect(JSON.parse(dry.stdout)).toMatchObject({ handOver: { nfts: { total: 2 } }, quote: { nfts: 2 } })
  const moved = await cli(dataDir, 'hand-over', file, '--skip-errors', '--yes', '--json', '--results', results)
  expect(moved.code, moved.stderr).toBe(0)
  expect(JSON.parse(moved.stdout)).toMatchObject({ handOver: { state: 'finished', nfts: { succeeded: 2, failed: 0 } } })
  expect(await readFile(results, 'utf8')).toMatch(/cli@example\.com,0x\w{40},succeeded,polygon:/)
  const { handOvers } = JSON.parse((await cli(dataDir, 'hand-overs', 'list', '--json')).stdout)
  // What was refused or only tried is not kept.
  expect(handOvers.filter(({ name }: HandOver) => name === 'cli.csv')).toHaveLength(1)
  const empty = await cli(dataDir, 'hand-over', file, '--skip-errors', '--yes')
  expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining('hold nothing') })
})

it('moves what a person holds on each chain, also where a row before names one chain alone, or is wrong', async () => {
  const onBase = '/api/2022-06-09/collections/on-base'
  const about = { name: 'On Base', symbol: 'BASE', description: '', imageUrl: 'ipfs://bafkqaaa' }
  expect(await call('PUT', onBase, { chain: 'base', metadata: about })).toMatchObject({ status: 200 })
  for (const [on, nfts] of [
    [chain, base],
    ['base', `${onBase}/nfts`],
  ] as const) {
    const asked = { recipient: `email:wide@example.com:${on}`, metadata }
    expect(await call('PUT', `${nfts}/wide`, asked)).toMatchObject({ status: 200 })
    await onChain('wide', nfts)
  }
  const to = own(40)
  const rows = [`wide@example.com,polygon:${to},too,many`, `wide@example.com,polygon:${to}`, `wide@example.com,${to}`]
  const seen = await checked(`email,address\n${rows.join('\n')}\n`)
  expect(seen).toMatchObject({ rows: { ready: 2, errors: 1, repeated: 0 }, nfts: { total: 2 } })
  expect((await findingsOf(seen.id)).map(({ row, code }) => [row, code])).toEqual([[2, 'row.columns']])
  expect((await call('DELETE', `/app/hand-overs/${seen.id}`)).status).toBe(204)
})
