import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Address, encodeFunctionData, getAddress } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Holdings, openHoldings } from '../../src/core/holdings/holdings.ts'
import { createFetcher } from '../../src/core/metadata/fetch-file.ts'
import { addCollection } from '../../src/core/store/collections/collections.ts'
import { createProject, firstProject } from '../../src/core/store/installation/projects.ts'
import { type OpenStore, openStore } from '../../src/core/store/sqlite/open.ts'
import type { WalletScan } from '../../src/shared/app-api.ts'
import { compileTestSource } from '../contracts/support/bench.ts'
import { type Chain, startChain } from '../contracts/support/chain.ts'
import { liveBase } from './live-base.ts'
import { openRangeDoor, type RangeDoor } from './range-door.ts'

const holder = getAddress(`0x${'a7'.repeat(20)}`)
const wallet = { kind: 'live', chain: 'base', address: holder.toLowerCase() } as const
const all = { offset: 0, limit: 100 }
const artifact = compileTestSource('Foreign.sol')

let folder: string
let chain: Chain
let door: RangeDoor
let store: OpenStore
let holdings: Holdings
let told: WalletScan[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-scan-'))
  chain = await startChain()
  door = await openRangeDoor(chain.url)
  store = openStore(join(folder, 'mintdesk.db'))
  await firstProject(store.db, Date.now())
  holdings = open()
})
afterEach(async () => {
  await holdings.close()
  await store.close()
  await door.close()
  await chain.close()
  await rm(folder, { recursive: true, force: true })
})

function open(): Holdings {
  told = []
  const log = pino({ level: 'silent' })
  const client = liveBase(door.url, 31_337)
  return openHoldings({
    db: store.db,
    chains: { client: async () => client, reader: async () => client },
    content: { read: async () => undefined },
    fetcher: createFetcher({ allowedHosts: [] }),
    providers: { of: async () => null, gateways: async () => [] },
    onChange: (_kind, scan) => told.push(scan),
    clock: Date.now,
    log,
  })
}

async function deployed(name: string, args: readonly unknown[] = []) {
  const to = await chain.deploy(artifact(name), args)
  return async (functionName: string, functionArgs: readonly unknown[], from = chain.accounts[0]): Promise<Address> => {
    const data = encodeFunctionData({ abi: artifact(name).abi, functionName, args: functionArgs })
    expect(await chain.send({ from, to, data })).toMatchObject({ ok: true })
    return to
  }
}

const mine = (blocks: number) => chain.rpc('anvil_mine', [`0x${blocks.toString(16)}`])
const ids = async () => (await holdings.list(wallet, all)).nfts.map(({ tokenId }) => tokenId)

it('looks through a whole live network in ranges that its RPC takes, from where it was, after a pause and after a kill', async () => {
  const single = await deployed('Foreign721')
  const copies = await deployed('Foreign1155', [''])
  await single('mint', [holder, 1n, ''])
  await mine(1_500)
  await copies('mint', [holder, 2n, 4n])
  await mine(1_500)
  await single('mint', [holder, 3n, ''])

  const before = await holdings.list(wallet, all)
  expect(before).toMatchObject({ nfts: [], coverage: 'own' })
  expect((await holdings.scans.state(wallet)).state).toBe('none')

  // Held up in the middle: what is known so far is listed, and says that it is not all.
  door.hold = 1_000
  expect((await holdings.scans.start(wallet)).state).toBe('running')
  await expect.poll(async () => (await holdings.scans.state(wallet)).through).toBeGreaterThan(700)
  expect(await holdings.list(wallet, all)).toMatchObject({ nfts: [{ tokenId: '1', quantity: '1' }], coverage: 'own' })
  const paused = holdings.scans.pause(wallet)
  door.hold = 1_200
  expect((await paused).state).toBe('paused')
  const at = (await holdings.scans.state(wallet)).through
  expect(await ids()).toEqual(['1'])

  // Taken up and killed: the next core goes on by itself, and reads nothing twice.
  door.hold = 2_000
  await holdings.scans.start(wallet)
  await expect.poll(async () => (await holdings.scans.state(wallet)).through).toBeGreaterThan(1_700)
  const killed = holdings.close()
  door.hold = Number.POSITIVE_INFINITY
  await killed
  const read = (await open().scans.state(wallet)).through
  expect(read).toBeGreaterThan(at)
  door.ranges.length = 0
  holdings = open()
  await holdings.scans.resume()
  await expect.poll(async () => (await holdings.scans.state(wallet)).state, { timeout: 60_000 }).toBe('done')
  expect(Math.min(...door.ranges.map(([from]) => from))).toBe(read + 1)
  expect(Math.max(...door.ranges.map(([from, to]) => to - from + 1))).toBeLessThanOrEqual(200)
  await expect.poll(() => told.at(-1)).toMatchObject({ state: 'done', found: 3, message: null })

  const after = await holdings.list(wallet, all)
  expect(after).toMatchObject({
    nfts: [{ tokenId: '1' }, { tokenId: '2', standard: 'erc-1155', quantity: '4' }, { tokenId: '3' }],
    coverage: 'full',
    notes: [],
  })
  // From here on each answer reads what is new.
  await single('mint', [holder, 4n, ''])
  await single('burn', [1n])
  expect(await ids()).toEqual(['2', '3', '4'])

  expect((await holdings.scans.cancel(wallet)).state).toBe('none')
  expect(await holdings.list(wallet, all)).toMatchObject({ coverage: 'own' })
})

/** Takes everything back that comes after this. */
async function takenBack(): Promise<() => Promise<unknown>> {
  const snapshot = await chain.rpc('evm_snapshot', [])
  return () => chain.rpc('evm_revert', [snapshot])
}

it('an NFT that was given away in a block which is taken back is there again, and one that is gone for good is not asked about', async () => {
  const single = await deployed('Foreign721')
  for (const id of [1n, 2n]) await single('mint', [holder, id, ''])
  // What it was given is not read again.
  await mine(20)
  await holdings.scans.start(wallet)
  await expect.poll(async () => (await holdings.scans.state(wallet)).state, { timeout: 60_000 }).toBe('done')
  expect(await ids()).toEqual(['1', '2'])

  const takeBack = await takenBack()
  // Of its own: the chain forgets what was taken back, and not which transaction of a sender's comes next.
  await single('burn', [1n], chain.accounts[1])
  expect(await ids()).toEqual(['2'])
  await mine(2)
  expect(await ids()).toEqual(['2'])
  await takeBack()
  await mine(4)
  expect(await ids()).toEqual(['1', '2'])

  await single('burn', [2n], chain.accounts[2])
  expect(await ids()).toEqual(['1'])
  await mine(6)
  for (let look = 0; look < 2; look++) expect(await ids()).toEqual(['1'])
  const gone = store.db.selectFrom('sightings').select('gone_at').where('state', '=', 'gone')
  expect(await gone.execute()).toEqual([{ gone_at: null }])
})

it('says why where the RPC looks through nothing', async () => {
  door.most = 0
  await holdings.scans.start(wallet)
  await expect.poll(async () => (await holdings.scans.state(wallet)).state).toBe('failed')
  expect((await holdings.scans.state(wallet)).message).toContain('does not even look through one block')
})

it('reads its own contracts from the block they came with, once for all wallets, and lists what the journal knows meanwhile', async () => {
  const project = await createProject(store.db, { name: 'Shop', kind: 'live' }, Date.now())
  await mine(700)
  const single = await deployed('Foreign721')
  const came = Number(await chain.rpc('eth_blockNumber', []))
  const contract = await single('mint', [holder, 1n, ''])
  await own(project.id, 'shop', contract, came)
  const other = getAddress(`0x${'b8'.repeat(20)}`)
  await single('mint', [other, 2n, ''])
  await mine(900)
  // Minted by the journal, as it knows; and given away since, as it does not.
  await journaled('shop', holder, [1, 2])
  door.ranges.length = 0
  expect(await holdings.list(wallet, all)).toMatchObject({
    nfts: [{ tokenId: '1', contract: contract.toLowerCase() }],
    coverage: 'own',
    notes: [],
  })
  expect(Math.min(...door.ranges.map(([from]) => from))).toBe(came)
  expect(Math.max(...door.ranges.map(([from, to]) => to - from + 1))).toBeLessThanOrEqual(200)
  // The newest blocks alone are read again, whoever is asked about.
  door.ranges.length = 0
  expect((await holdings.list({ ...wallet, address: other.toLowerCase() }, all)).nfts).toMatchObject([{ tokenId: '2' }])
  expect(door.ranges).toHaveLength(1)
  expect(door.ranges[0]?.[0]).toBeGreaterThan(came + 800)

  // An RPC that takes so little that the head is not reached: the journal stands in, and the list says so.
  door.most = 5
  const late = await deployed('Foreign721')
  const lateAt = Number(await chain.rpc('eth_blockNumber', []))
  const another = await late('mint', [holder, 9n, ''])
  await mine(400)
  await late('mint', [holder, 10n, ''])
  await own(project.id, 'late', another, lateAt)
  await journaled('late', holder, [9, 10])
  const partly = await holdings.list(wallet, all)
  expect(partly.nfts.map(({ tokenId }) => tokenId)).toEqual(['1', '9', '10'])
  expect(partly).toMatchObject({
    coverage: 'own',
    notes: [expect.stringMatching(/Transfers are read up to block \d+ of \d+/)],
  })
})

/** A collection of a live project whose contract is deployed. */
async function own(projectId: string, id: string, contract: string, block: number): Promise<void> {
  const metadata = { name: id, description: '', imageUrl: '', symbol: '' }
  const initial = { supplyLimit: null, payments: null }
  const input = {
    id,
    chain: 'base',
    contractKind: 'economy',
    fungibility: 'non-fungible' as const,
    metadata,
    initial,
    contractUri: '',
    reupload: false,
  }
  const { pk } = await store.db.transaction().execute((tx) => addCollection(tx, projectId, input, id, Date.now()))
  await store.db
    .updateTable('collections')
    .set({ state: 'deployed', contract_address: contract })
    .where('pk', '=', pk)
    .execute()
  const row = {
    network: 'live:base',
    signer: holder,
    sequence: pk,
    purpose: 'deploy',
    collection_pk: pk,
    call: '{}',
    state: 'succeeded',
    block_number: block,
    created_at: 0,
  } as const
  await store.db.insertInto('transactions').values(row).execute()
}

/** Mints that the journal says have succeeded. */
async function journaled(collectionId: string, address: string, tokenIds: readonly number[]): Promise<void> {
  const { pk } = await store.db
    .selectFrom('collections')
    .select('pk')
    .where('id', '=', collectionId)
    .executeTakeFirstOrThrow()
  for (const token_id of tokenIds) {
    const id = `${collectionId}-${token_id}`
    const row = {
      collection_pk: pk,
      id,
      action_id: id,
      recipient: `base:${address}`,
      address,
      reupload: 0,
      content_hash: Buffer.alloc(32),
      state: 'succeeded',
      token_id,
      created_at: 0,
    } as const
    await store.db.insertInto('mints').values(row).execute()
  }
}
