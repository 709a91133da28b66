import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  getAddress,
  type Hex,
  http,
  parseEther,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collection721 } from '../../resources/contracts/artifacts/collection-721.ts'
import { type Core, openCore } from '../../src/core/index.ts'
import { addAction } from '../../src/core/store/journal/actions.ts'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { openStore } from '../../src/core/store/sqlite/open.ts'
import { appState, createdKey } from '../../src/shared/app-api.ts'
import { cli } from '../cli/run-cli.ts'
import { type Caller, callerOf, coreOptions, windowOf } from '../core/trial-core.ts'
import { innerUrl } from '../practice/inner-url.ts'
import { receiptOf } from '../practice/receipt.ts'
import { badge, polygonAddress } from './open-api.ts'

const base = '/api/2022-06-09'
const shop = `${base}/collections/shop`
const settings = '/api/v1-alpha1/minting/collections/shop'
const { abi } = collection721
let dataDir: string
let core: Core
let key: string
let call: Caller
let window: Awaited<ReturnType<typeof windowOf>>

async function open(): Promise<void> {
  core = await openCore(coreOptions(dataDir, { trial: { blocks: 100 } }))
  window = await windowOf(core)
  key ??= createdKey.parse((await window.call('POST', '/app/keys', { name: 'test' })).json).key
  call = callerOf(core.url, { 'x-api-key': key })
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mintdesk-administration-'))
  await open()
})
afterAll(async () => {
  await core.close()
  await rm(dataDir, { recursive: true, force: true })
})

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any

async function get(path: string): Promise<Json> {
  return (await call('GET', path)).json
}

async function until(path: string, status: string): Promise<Json> {
  await expect.poll(async () => JSON.stringify(await get(path)), { timeout: 60_000 }).toContain(`"status":"${status}"`)
  return await get(path)
}

/** Waits for the action that an answer names, in its body or its `Location`. */
async function done(answer: Awaited<ReturnType<Caller>>, status = 'succeeded'): Promise<Json> {
  expect([200, 204]).toContain(answer.status)
  const location = answer.headers.get('location')
  return await until(location ? new URL(location).pathname : `${base}/actions/${answer.json.actionId}`, status)
}

/** The network as a stranger sees it. */
async function stranger() {
  const { networks } = appState.parse((await window.call('GET', '/app/state')).json)
  const transport = http(networks.find(({ chain }) => chain === 'polygon')?.rpcUrl ?? '')
  const chain = createPublicClient({ transport, pollingInterval: 50 })
  const account = privateKeyToAccount(generatePrivateKey())
  const gift = { address: account.address, amount: '1000' }
  expect(await window.call('POST', '/app/practice/polygon/fund', gift)).toMatchObject({ status: 200 })
  return { chain, account, wallet: createWalletClient({ account, transport }) }
}

/** What the contract says, in the API's words. */
async function onChain(address: Address): Promise<object> {
  const { chain } = await stranger()
  const read = async (functionName: 'supplyLimit' | 'transferable' | 'baseURI' | 'payments') =>
    await chain.readContract({ abi, address, functionName })
  const [price, payee, saleSupply] = (await read('payments')) as [bigint, Address, bigint]
  const [receiver, royalty] = await chain.readContract({
    abi,
    address,
    functionName: 'royaltyInfo',
    args: [1n, 10_000n],
  })
  return {
    supplyLimit: Number(await read('supplyLimit')),
    payments: { price, payee, saleSupply: Number(saleSupply) },
    transferable: await read('transferable'),
    uri: await read('baseURI'),
    recipients: royalty === 0n ? [] : [{ address: receiver, basisPoints: Number(royalty) }],
  }
}

/** What the API says of it. */
async function said(): Promise<object> {
  const { supplyLimit = 0, payments } = await get(shop)
  return {
    supplyLimit,
    payments: {
      price: parseEther(payments?.price ?? '0'),
      payee: payments?.recipientAddress ?? `0x${'0'.repeat(40)}`,
      saleSupply: payments?.saleSupply ?? 0,
    },
    transferable: (await get(`${settings}/transferable`)).value,
    uri: (await get(`${settings}/base-uri`)).uri ?? '',
    recipients: (await get(`${settings}/royalties`)).recipients,
  }
}

let contract: Address

it('what is changed is changed on chain in order, whatever stops in the middle, and the API says what the chain says', async () => {
  const made = await call('PUT', shop, {
    chain: 'polygon',
    metadata: { name: 'Shop', symbol: 'SHOP' },
    supplyLimit: 40,
    payments: { price: '0.25', recipientAddress: polygonAddress, saleSupply: 10 },
  })
  contract = getAddress((made.json as Json).onChain.contractAddress)
  await until(`${base}/actions/shop`, 'succeeded')
  expect(await onChain(contract)).toMatchObject({ supplyLimit: 40, payments: { saleSupply: 10 } })
  expect(await said()).toEqual(await onChain(contract))

  // The second is possible only once the first is on chain; the core is closed at once.
  const both = { supplyLimit: 400, payments: { price: '0.5', recipientAddress: polygonAddress, saleSupply: 60 } }
  const answers = [
    await call('PATCH', shop, both),
    await call('PUT', `${settings}/royalties`, { recipients: [{ address: polygonAddress, basisPoints: 250 }] }),
    await call('PUT', `${settings}/base-uri`, { uri: 'https://example.com/shop/' }),
    await call('PUT', `${settings}/transferable`, { value: false }),
  ]
  await core.close()
  await open()
  for (const answer of answers) await done(answer)
  expect(await onChain(contract)).toEqual({
    supplyLimit: 400,
    payments: { price: parseEther('0.5'), payee: polygonAddress, saleSupply: 60 },
    transferable: false,
    uri: 'https://example.com/shop',
    recipients: [{ address: polygonAddress, basisPoints: 250 }],
  })
  expect(await said()).toEqual(await onChain(contract))

  await done(await call('DELETE', `${settings}/royalties`))
  await done(await call('PUT', `${settings}/transferable`, { value: true }))
  expect(await said()).toEqual(await onChain(contract))
})

it('strangers buy while it mints: everybody gets their own, and nothing is taken for a mint of somebody else', async () => {
  const { account, wallet, chain } = await stranger()
  const people = Array.from({ length: 50 }, (_, at) =>
    privateKeyToAccount(`0x${(at + 1).toString(16).padStart(64, '0')}`),
  )
  let buying = true
  const purchases = (async () => {
    for (let nonce = 0; buying && nonce < 50; nonce++) {
      const hash = await wallet.writeContract({
        abi,
        address: contract,
        functionName: 'purchase',
        args: [account.address, 1n],
        value: parseEther('0.5'),
        chain: null,
        gas: 300_000n,
        nonce,
      })
      await receiptOf(chain, hash)
    }
  })()
  const minted: { id: string; to: Address; bare: boolean }[] = []
  for (let round = 0; round < 5; round++) {
    const bare = round % 3 === 1
    const of = people.slice(round * 10, round === 4 ? 41 : round * 10 + 10)
    const { status, json } = await call('POST', `${shop}/nfts`, {
      nfts: of.map(({ address }) => ({
        recipient: `polygon:${address}`,
        ...(bare ? {} : { metadata: { ...badge, name: address } }),
      })),
    })
    expect(status).toBe(200)
    minted.push(
      ...(json as Json).results.map(({ id }: { id: string }, at: number) => ({ id, to: of[at]?.address, bare })),
    )
    await until(`${shop}/nfts/${minted.at(-1)?.id}`, 'success')
  }
  buying = false
  await purchases
  const bought = Number(await chain.readContract({ abi, address: contract, functionName: 'purchased' }))
  expect(bought).toBeGreaterThan(3)
  for (const { id, to, bare } of minted) {
    const nft = await get(`${shop}/nfts/${id}`)
    const tokenId = BigInt(nft.onChain.tokenId)
    expect(await chain.readContract({ abi, address: contract, functionName: 'ownerOf', args: [tokenId] })).toBe(to)
    const uri = await chain.readContract({ abi, address: contract, functionName: 'tokenURI', args: [tokenId] })
    expect(bare ? nft.metadata : uri.slice(0, 7)).toBe(bare ? uri : 'ipfs://')
    if (bare) expect(uri).toBe(`https://example.com/shop/${tokenId}`)
  }
  expect((await get(shop)).payments.saleSupply).toBe(60 - bought)
  expect(await said()).toEqual(await onChain(contract))

  // A new start compares the chain with the journal: what was bought is no stranger's mint.
  await core.close()
  await open()
  const { json } = await call('POST', `${shop}/nfts`, { recipient: `polygon:${account.address}`, metadata: badge })
  await until(`${shop}/nfts/${json.id}`, 'success')
  const summaries = (await window.call('GET', '/app/collections')).json as Json
  const summary = summaries.find(({ id }: { id: string }) => id === 'shop')
  expect(summary).toMatchObject({ minted: minted.length + 1 + bought, purchased: bought, unavailable: null })

  // More for sale than there is room for, by what was minted and bought.
  const { status } = await call('PATCH', shop, { supplyLimit: minted.length + 1 })
  expect(status).toBe(422)
  await done(await call('PATCH', shop, { payments: null }))
  await done(await call('PATCH', shop, { supplyLimit: minted.length + 1 + bought }))
  expect((await call('POST', `${shop}/nfts`, { recipient: `polygon:${polygonAddress}` })).json).toMatchObject({
    code: 'supply.exceeded',
  })
  expect(await said()).toEqual(await onChain(contract))
})

it('what is burnt and what is set is so once, also where a database that was restored from a copy is asked again', async () => {
  const nfts = `${base}/collections/default/nfts`
  for (const [id, recipient] of [
    ['hers', 'email:ada@example.com:polygon'],
    ['his', `polygon:${polygonAddress}`],
  ])
    await call('PUT', `${nfts}/${id}`, { recipient, metadata: badge })
  const hers = await until(`${nfts}/hers`, 'success')
  await until(`${nfts}/his`, 'success')
  await core.close()
  await cp(join(dataDir, 'mintdesk.db'), join(dataDir, 'copy.db'))
  await open()

  expect((await call('DELETE', `${nfts}/his`)).json).toMatchObject({ code: 'nft.notHeld' })
  const burn = await call('DELETE', `${nfts}/hers/`)
  expect(burn.json).toMatchObject({ action: 'nfts.delete', status: 'pending' })
  expect((await call('DELETE', `${nfts}/hers`)).json.code).toMatch(/^nft\.(beingBurnt|burnt)$/)
  const action = await done(burn)
  expect(action.data).toEqual({
    chain: 'polygon',
    txId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    collection: { id: 'default-polygon', contractAddress: hers.onChain.contractAddress },
    token: { id: 'hers', tokenId: hers.onChain.tokenId },
  })
  expect(action.resource).toBe(`${core.url}${base}/collections/default-polygon/nfts/${action.actionId}`)
  expect(await get(`${base}/wallets/email:ada@example.com:polygon/nfts`)).toEqual([])
  const { contractAddress, tokenId } = hers.onChain
  expect((await window.call('GET', `/app/nfts/polygon:${contractAddress}:${tokenId}`)).json).toMatchObject({
    burnable: false,
    history: [
      { what: 'minted', txHash: hers.onChain.txId },
      { what: 'burnt', txHash: action.data.txId },
    ],
  })
  expect((await get(`${nfts}/hers`)).onChain).not.toHaveProperty('owner')
  for (const again of [await call('DELETE', `${nfts}/hers`), await call('PATCH', `${nfts}/hers`, { metadata: badge })])
    expect([again.status, again.json.code]).toEqual([422, 'nft.burnt'])

  const set = async () => {
    for (const [name, body] of [
      ['base-uri', { uri: 'https://example.com/again/' }],
      ['transferable', { value: false }],
    ] as const)
      await done(await call('PUT', `${settings}/${name}`, body))
    await done(await call('PATCH', shop, { supplyLimit: 401 }))
  }
  await set()
  const after = await onChain(contract)
  expect(after).toMatchObject({ uri: 'https://example.com/again', transferable: false, supplyLimit: 401 })

  // The copy has accepted the same, and signed nothing.
  await core.close()
  await rm(join(dataDir, 'mintdesk.db'))
  await cp(join(dataDir, 'copy.db'), join(dataDir, 'mintdesk.db'))
  const { db, close } = openStore(join(dataDir, 'mintdesk.db'))
  const mint = await mintsNow(db).selectAll().where('id', '=', 'hers').executeTakeFirstOrThrow()
  const { project_id } = await db
    .selectFrom('collections')
    .select('project_id')
    .where('pk', '=', mint.collection_pk)
    .executeTakeFirstOrThrow()
  const work = {
    kind: 'burn',
    contract: hers.onChain.contractAddress,
    tokenId: mint.token_id,
    holder: hers.onChain.owner,
    owner: { kind: 'email', user: 'ada@example.com' },
  }
  const id = randomUUID()
  await addAction(
    db,
    { projectId: project_id, id, kind: 'nfts.delete', collectionPk: mint.collection_pk, mintPk: mint.pk, work },
    Date.now(),
  )
  await close()
  await open()
  await until(`${base}/actions/${id}`, 'succeeded')
  // The same values again: the chain has them, and nothing else has changed by it.
  await set()
  expect(await onChain(contract)).toEqual(after)
  expect(await said()).toEqual(after)
})

it('the standard kind mints, sells and burns alike', async () => {
  const path = `${base}/collections/standard`
  const made = await call('PUT', path, {
    chain: 'polygon',
    metadata: { name: 'Standard' },
    contractKind: 'standard',
    payments: { price: '0.1', recipientAddress: polygonAddress },
  })
  const address = (made.json as Json).onChain.contractAddress as Hex
  const { json } = await call('POST', `${path}/nfts`, {
    nfts: ['a', 'b'].map((name) => ({ recipient: 'userId:7:polygon', metadata: { ...badge, name } })),
  })
  const [first] = (json as Json).results
  await until(`${path}/nfts/${first.id}`, 'success')
  await done(await call('DELETE', `${path}/nfts/${first.id}`))
  const { chain } = await stranger()
  expect(await chain.readContract({ abi, address, functionName: 'totalSupply' })).toBe(1n)
  // A person burns at the terminal, where it is asked first.
  const named = `polygon:${address.toLowerCase()}:2`
  const unasked = await cli(dataDir, 'burn', named)
  expect([unasked.code, unasked.stderr]).toEqual([1, 'Nothing was burnt: add --yes to burn it without being asked.\n'])
  const burnt = await cli(dataDir, 'burn', named, '--yes')
  expect([burnt.code, burnt.stdout]).toEqual([
    0,
    expect.stringMatching(`^token 2 of ${address} is burnt, by the transaction 0x[0-9a-f]{64}\\.\n$`),
  ])
  expect(await chain.readContract({ abi, address, functionName: 'totalSupply' })).toBe(0n)
  expect(await get(path)).toMatchObject({ payments: { price: '0.1', currency: 'POL' } })
})

it('what only an owner may change is refused with its name once the collection was handed over; the rest goes on', async () => {
  const { chain, account, wallet } = await stranger()
  const treasury = await chain.readContract({ abi, address: contract, functionName: 'owner' })
  const asked = { address: contract, abi, chain: null } as const
  const mined = async (hash: Hex) => await receiptOf(chain, hash)
  await mined(await wallet.writeContract({ ...asked, functionName: 'requestOwnershipHandover' }))
  const inner = http(await innerUrl(dataDir))
  const door = createTestClient({ mode: 'anvil', transport: inner })
  await door.impersonateAccount({ address: treasury })
  const offered = { ...asked, functionName: 'completeOwnershipHandover', args: [account.address] } as const
  const given = await createWalletClient({ account: treasury, transport: inner }).writeContract(offered)
  await door.mine({ blocks: 1 })
  await mined(given)
  for (const [method, path, body] of [
    ['PATCH', shop, { supplyLimit: 300 }],
    ['PATCH', shop, { payments: null }],
    ['PUT', `${settings}/royalties`, { recipients: [{ address: polygonAddress, basisPoints: 100 }] }],
    ['PUT', `${settings}/transferable`, { value: false }],
  ] as const) {
    const { status, json } = await call(method, path, body)
    expect([status, (json as Json).error?.code ?? (json as Json).code]).toEqual([422, 'collection.notOwner'])
    expect(JSON.stringify(json)).toContain(account.address)
  }
  await done(await call('PUT', `${settings}/base-uri`, { uri: 'https://example.com/handed' }))
  expect(await onChain(contract)).toMatchObject({ uri: 'https://example.com/handed' })
})
