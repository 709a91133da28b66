import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, createTestClient, encodeFunctionData, erc721Abi, http } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Core, openCore } from '../../src/core/index.ts'
import { openStore } from '../../src/core/store/sqlite/open.ts'
import { appState, createdKey } from '../../src/shared/app-api.ts'
import { cli } from '../cli/run-cli.ts'
import { type Answer, type Caller, callerOf, coreOptions, windowOf } from '../core/trial-core.ts'
import { until as eventually } from '../minting/open-engine.ts'
import { innerUrl } from '../practice/inner-url.ts'
import { type Stranger, stranger } from './foreign.ts'
import { badge, polygonAddress } from './open-api.ts'

const base = '/api/2022-06-09'
const transfer = '/api/v1-alpha1/transfer'
const walletTransfer = '/api/v1-alpha1/wallets/transfer'
const chain = 'polygon'
let dataDir: string
let core: Core
let key = ''
let call: Caller
let window: Caller
let projectId: string
let somebody: Stranger
type Foreign = Awaited<ReturnType<Stranger['deploy']>>
let pictures: Foreign
let coupons: Foreign
/** The wallets of a user, of another, and of an e-mail address. */
let ann: string
let bob: string
let eve: string

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any

async function open(): Promise<void> {
  core = await openCore(coreOptions(dataDir, { trial: { blocks: 60, chains: { confirmations: 2 } } }))
  window = (await windowOf(core)).call
  const state = appState.parse((await window('GET', '/app/state')).json)
  projectId = state.projects[0]?.id ?? ''
  if (key === '') {
    const scopes = ['collections.create', 'nfts.create', 'nfts.read', 'wallets.create', 'wallets:nfts.transfer']
    const body = { name: 'test', scopes: [...scopes, 'wallets:nfts.read', 'nfts.delete'] }
    key = createdKey.parse((await window('POST', '/app/keys', body)).json).key
  }
  call = callerOf(core.url, { 'x-api-key': key })
}

/** The network past its front. */
const doorOf = async () => createTestClient({ mode: 'anvil', transport: http(await innerUrl(dataDir, chain)) })

const get = async (path: string): Promise<Json> => (await call('GET', path)).json
const enterprise = (on: boolean) => window('PATCH', `/app/projects/${projectId}`, { enterprise: on })

async function until(path: string, status: string): Promise<Json> {
  return await eventually(`${path} is ${status}`, async () => {
    const answer = await get(path)
    const text = JSON.stringify(answer)
    if (status !== 'failed' && text.includes('"status":"failed"')) throw new Error(text)
    return text.includes(`"status":"${status}"`) && answer
  })
}

async function ended(answer: Answer, status = 'succeeded'): Promise<Json> {
  expect([answer.status, answer.text]).toEqual([202, expect.any(String)])
  return await until(new URL(answer.headers.get('location') ?? '').pathname, status)
}

async function walletOf(user: object): Promise<string> {
  return ((await call('POST', '/api/v1-alpha1/wallets', { ...user, chain })).json as Json).publicKey
}

/** What the project's treasury brought wallets. */
async function funds(): Promise<number> {
  const { db, close } = openStore(join(dataDir, 'mintdesk.db'), { migrate: false })
  const rows = await db.selectFrom('transactions').select('pk').where('purpose', '=', 'fund').execute()
  await close()
  return rows.length
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mintdesk-transfers-'))
  await open()
  ;[ann, bob, eve] = [
    await walletOf({ userId: 'ann' }),
    await walletOf({ userId: 'bob:2' }),
    await walletOf({ email: 'Eve@Example.com' }),
  ]
  await call('PUT', `${base}/collections/default/nfts/hers`, { recipient: 'userId:ann:polygon', metadata: badge })
  await until(`${base}/collections/default/nfts/hers`, 'success')
  somebody = await stranger(() => window, chain)
  pictures = await somebody.deploy('Foreign721')
  coupons = await somebody.deploy('Foreign1155', ['https://example.com/{id}'])
  for (const id of [1n, 2n, 2n ** 200n]) await pictures.write('mint', ann, id, 'https://example.com/1')
  await coupons.write('mint', eve, 7n, 20n)
})
afterAll(async () => {
  await core?.close()
  await rm(dataDir, { recursive: true, force: true })
})

it('is refused in a sentence before anything is sent', async () => {
  const input = { chain, fromAddress: ann, toAddress: bob, tokenMintAddress: pictures.address, tokenId: '1' }
  expect(await call('POST', transfer, input)).toMatchObject({ status: 403, json: { code: 'transfer.enterprise' } })
  await enterprise(true)
  const coin = await somebody.deploy('Coin')
  const refuser = await somebody.deploy('Refuser')
  const nobodys = { ...input, fromAddress: polygonAddress }
  const cases: [object, number, string, object?][] = [
    [input, 403, 'transfer.clientId', { 'x-client-id': 'another' }],
    [nobodys, 403, 'transfer.notUserWallet'],
    [{ ...input, fromAddress: eve }, 403, 'transfer.notUserWallet'],
    [{ ...input, tokenId: undefined }, 400, 'request.invalid'],
    [{ ...input, tokenId: '-1' }, 400, 'request.invalid'],
    [{ ...input, tokenId: (2n ** 256n).toString() }, 400, 'request.invalid'],
    [{ ...input, toAddress: `0x${'0'.repeat(40)}` }, 400, 'request.invalid'],
    [{ ...input, toAddress: 'email:a@b.co:base' }, 400, 'request.invalid'],
    [{ ...input, chain: 'astar-zkevm' }, 400, 'request.invalid'],
    [{ ...input, tokenMintAddress: ann }, 422, 'transfer.noContract'],
    [{ ...input, tokenMintAddress: coin.address }, 422, 'transfer.noNft'],
    [{ ...input, tokenId: '99' }, 422, 'transfer.notHeld'],
    [{ ...input, quantity: 2 }, 422, 'transfer.quantity'],
    [{ ...input, fromAddress: bob, toAddress: eve }, 422, 'transfer.notHeld'],
    [{ ...input, toAddress: ann }, 422, 'transfer.sameWallet'],
    // A contract that takes no NFTs.
    [{ ...input, toAddress: coupons.address }, 422, 'recipient.refused'],
    // One that refuses in the words of our own.
    [{ ...input, toAddress: refuser.address }, 422, 'recipient.refused'],
  ]
  for (const [body, status, code, headers] of cases)
    expect(await call('POST', transfer, body, headers as Record<string, string>)).toMatchObject({
      status,
      json: { code, message: expect.stringMatching(/ .*\.$/) },
    })
  // Whatever is not there of it yet.
  const account = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR'
  const there = { chain: 'solana', fromAddress: account, toAddress: 'email:a@b.co', tokenMintAddress: account }
  const elsewhere = await call('POST', transfer, there)
  expect(elsewhere).toMatchObject({ status: 422, json: { code: expect.stringMatching(/^network\./) } })
  const units = { chain, from: eve, to: bob, contractAddress: coupons.address, tokenId: 7 }
  for (const [body, status, code] of [
    [{ ...units, from: polygonAddress }, 404, 'wallet.notFound'],
    [{ ...units, quantity: 21 }, 422, 'transfer.notHeld'],
    [{ ...units, quantity: 0 }, 400, 'request.invalid'],
    [{ ...units, contractAddress: undefined }, 400, 'request.invalid'],
    [{ ...units, from: ann, contractAddress: pictures.address, tokenId: 1, quantity: 2 }, 422, 'transfer.quantity'],
  ] as const)
    expect(await call('POST', walletTransfer, body)).toMatchObject({ status, json: { code } })
  // Nothing is kept of what was refused.
  const never = { ...units, to: 'userId:never', quantity: 21 }
  expect(await call('POST', walletTransfer, never)).toMatchObject({ status: 422 })
  expect((await window('GET', '/api/v1-alpha1/wallets?userId=never')).json).toEqual([])
  const other = createdKey.parse((await window('POST', '/app/keys', { name: 'usual' })).json).key
  expect(await call('POST', transfer, input, { 'x-api-key': other })).toMatchObject({
    status: 403,
    json: { code: 'key.scope' },
  })
  expect(await somebody.chain.getTransactionCount({ address: ann as `0x${string}` })).toBe(0)
})

it('of our own contracts: one transaction, which the treasury pays; the holder needs no coin', async () => {
  const hers = await get(`${base}/collections/default/nfts/hers`)
  const { contractAddress: contract, tokenId } = hers.onChain
  const input = { chain, fromAddress: ann, toAddress: 'email:EVE@example.com', tokenMintAddress: contract, tokenId }
  const keyed = { 'idempotency-key': 'one', 'x-client-id': projectId }
  const answer = await call('POST', transfer, input, keyed)
  expect([answer.status, answer.text]).toEqual([202, ''])
  expect(await call('DELETE', `${base}/collections/default/nfts/hers`)).toMatchObject({ status: 422 })
  const again = await call('POST', transfer, input, keyed)
  expect([again.status, again.headers.get('location')]).toEqual([202, answer.headers.get('location')])
  const action = await ended(answer)
  expect(action).toEqual({
    actionId: action.actionId,
    action: 'wallets:nfts.transfer',
    status: 'succeeded',
    data: {
      txId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      chain,
      fromAddress: ann,
      toAddress: eve,
      token: { id: 'hers', contractAddress: contract, tokenId, owner: { walletAddress: eve } },
    },
    startedAt: expect.any(String),
    completedAt: expect.any(String),
    resource: `${core.url}${base}/actions/${action.actionId}`,
  })
  expect((await get(`${base}/collections/default/nfts/hers`)).onChain.owner).toBe(eve)
  expect((await window('GET', `/app/nfts/${chain}:${contract}:${tokenId}`)).json).toMatchObject({
    history: [
      { what: 'minted', txHash: hers.onChain.txId },
      { what: 'moved', txHash: action.data.txId, at: action.completedAt },
    ],
  })
  expect(await get(`${base}/wallets/email:eve@example.com:polygon/nfts?contractAddress=${contract}`)).toMatchObject([
    { tokenId },
  ])
  expect(await somebody.chain.getBalance({ address: ann as `0x${string}` })).toBe(0n)
  expect((await call('POST', transfer, input, { ...keyed, 'idempotency-key': 'two' })).json).toMatchObject({
    code: 'transfer.notHeld',
  })
})

it('of strangers’ contracts: the treasury brings coin once, and the wallet sends one after the other', async () => {
  const ids = ['1', '2', (2n ** 200n).toString()]
  const before = await funds()
  const answers = await Promise.all(
    ids.map((tokenId) =>
      call('POST', transfer, { chain, fromAddress: ann, toAddress: bob, tokenMintAddress: pictures.address, tokenId }),
    ),
  )
  const busy = { chain, fromAddress: ann, toAddress: eve, tokenMintAddress: pictures.address, tokenId: ids[2] }
  expect((await call('POST', transfer, busy)).json).toMatchObject({ code: expect.stringMatching(/pending|notHeld/) })
  for (const answer of answers) await ended(answer)
  for (const id of ids) expect(await pictures.read('ownerOf', BigInt(id))).toBe(bob)
  expect(await somebody.chain.getTransactionCount({ address: ann as `0x${string}` })).toBe(3)
  // What is left of the first is counted for the next.
  expect((await funds()) - before).toBeLessThanOrEqual(3)
  expect(await call('GET', `${base}/wallets/userId:bob:2:polygon/nfts`)).toMatchObject({ status: 200 })

  const units = { chain, from: 'email:eve@example.com', contractAddress: coupons.address, tokenId: 7 }
  const some = await call('POST', walletTransfer, { ...units, to: 'userId:bob:2:polygon', quantity: 3 })
  expect(some.json).toEqual({ message: expect.any(String), actionId: expect.any(String) })
  expect(await ended(some)).toMatchObject({
    data: { fromAddress: eve, toAddress: bob, token: { id: `polygon:${coupons.address}:7`, quantity: '3' } },
  })
  expect(await coupons.read('balanceOf', bob, 7n)).toBe(3n)
})

it('is made once also by a database that was restored from a copy, and says by which transaction', async () => {
  await core.close()
  const file = join(dataDir, 'mintdesk.db')
  await cp(file, join(dataDir, 'copy.db'))
  await open()
  const units = { chain, from: eve, to: ann, contractAddress: coupons.address, tokenId: 7, quantity: 2 }
  const first = await ended(await call('POST', walletTransfer, units, { 'idempotency-key': 'restored' }))
  const second = await ended(await call('POST', walletTransfer, units))
  expect(await coupons.read('balanceOf', ann, 7n)).toBe(4n)
  const count = await somebody.chain.getTransactionCount({ address: eve as `0x${string}` })
  await core.close()

  // The copy has accepted the second, and not the first, for which its client asks again.
  const newer = openStore(file)
  const row = await newer.db
    .selectFrom('transfers')
    .selectAll()
    .where('id', '=', second.actionId)
    .executeTakeFirstOrThrow()
  await newer.close()
  await rm(file)
  await cp(join(dataDir, 'copy.db'), file)
  const older = openStore(file)
  const since = row.since - 1
  const pending = { ...row, status: 'pending', transaction_pk: null, completed_at: null, since } as const
  await older.db.insertInto('transfers').values(pending).execute()
  await older.close()
  await open()
  const same = await ended(await call('POST', walletTransfer, units, { 'idempotency-key': 'restored' }))
  expect(same.data.txId).toBe(first.data.txId)
  expect((await until(`${base}/actions/${second.actionId}`, 'succeeded')).data.txId).toBe(second.data.txId)
  expect(await coupons.read('balanceOf', ann, 7n)).toBe(4n)
  expect(await somebody.chain.getTransactionCount({ address: eve as `0x${string}` })).toBe(count)

  // What is new goes out, behind all that the copy does not know of.
  await ended(await call('POST', walletTransfer, { ...units, to: 'userId:carol', quantity: 1 }))
  const carol = (await window('GET', '/api/v1-alpha1/wallets?userId=carol')).json as Json
  expect(await coupons.read('balanceOf', carol[0].publicKey, 7n)).toBe(1n)
})

it('of our own semi-fungible collections: some of the copies, with the holder’s signature; not where transfers are forbidden', async () => {
  const made = await call('PUT', `${base}/collections/tickets`, {
    chain,
    metadata: { name: 'Tickets' },
    fungibility: 'semi-fungible',
  })
  const contract = (made.json as Json).onChain.contractAddress
  await window('PUT', `${base}/collections/tickets/templates/gold`, { metadata: badge })
  const sfts = { templateId: 'gold', recipient: 'userId:ann:polygon', amount: 5 }
  const copies = (await call('POST', `${base}/collections/tickets/sfts`, sfts)).json as Json
  const { tokenId } = (await until(`${base}/actions/${copies.actionId}`, 'succeeded')).data.token
  const units = { chain, from: 'userId:ann', to: polygonAddress, contractAddress: contract, tokenId, quantity: '2' }
  const action = await ended(await call('POST', walletTransfer, units))
  expect(action.data.token).toMatchObject({ quantity: '2', tokenId })
  const held = await get(`${base}/wallets/polygon:${polygonAddress}/nfts?contractAddress=${contract}`)
  expect(held).toMatchObject([{ tokenId, quantity: '2' }])

  const settings = '/api/v1-alpha1/minting/collections/tickets/transferable'
  await window('PUT', settings, { value: false })
  await expect
    .poll(async () => (await call('POST', walletTransfer, units)).json, { timeout: 60_000 })
    .toMatchObject({
      code: 'token.notTransferable',
    })
})

it('is made on the command line, which waits for it: of our own NFTs, and of a stranger’s units', async () => {
  const { onChain } = await get(`${base}/collections/default/nfts/hers`)
  const hers = `polygon:${onChain.contractAddress}:${onChain.tokenId}`
  const moved = await cli(dataDir, 'transfer', hers, '--from', 'email:eve@example.com', '--to', polygonAddress)
  expect(moved).toEqual({
    code: 0,
    stderr: 'Accepted; waiting until it is on chain.\n',
    stdout: expect.stringMatching(
      `^token ${onChain.tokenId} of ${onChain.contractAddress} went from ${eve} to ${polygonAddress}, by the transaction 0x[0-9a-f]{64}\\.\n$`,
    ),
  })
  expect((await get(`${base}/collections/default/nfts/hers`)).onChain.owner).toBe(polygonAddress)

  const before = (await coupons.read('balanceOf', bob, 7n)) as bigint
  const wallets = ['--from', 'email:eve@example.com:polygon', '--to', 'userId:bob:2:polygon']
  const some = await cli(dataDir, 'transfer', `${coupons.address}:7`, ...wallets, '--quantity', '4', '--json')
  expect(JSON.parse(some.stdout).action).toMatchObject({
    action: 'wallets:nfts.transfer',
    status: 'succeeded',
    data: {
      fromAddress: eve,
      toAddress: bob,
      token: { contractAddress: coupons.address, tokenId: '7', quantity: '4' },
    },
  })
  expect(await coupons.read('balanceOf', bob, 7n)).toBe(before + 4n)
})

it('of a holder who did it elsewhere shows at the NFT, however often that was read before', async () => {
  const path = `${base}/collections/default/nfts/hers`
  // Some of these wait for the chain, others are answered at once.
  const owners = async () => {
    const found = new Set<string>()
    for (let again = 0; again < 30; again++) found.add((await get(path)).onChain.owner)
    return [...found]
  }
  const { onChain } = await get(path)
  expect(await owners()).toEqual([onChain.owner])
  const from = onChain.owner as Address
  const door = await doorOf()
  await door.setBalance({ address: from, value: 10n ** 18n })
  await door.impersonateAccount({ address: from })
  const args = [from, somebody.address, BigInt(onChain.tokenId)] as const
  const data = encodeFunctionData({ abi: erc721Abi, functionName: 'transferFrom', args })
  await door.sendUnsignedTransaction({ from, to: onChain.contractAddress, data })
  await door.mine({ blocks: 1 })
  await expect.poll(async () => (await get(path)).onChain.owner).toBe(somebody.address)
  expect(await owners()).toEqual([somebody.address])
})
