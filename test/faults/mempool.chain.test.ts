/** Somebody who sees every transaction of the treasury while it waits, and has transactions of his own included before it. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, type Hex, parseEther, parseTransaction, sliceHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { collection721 } from '../../resources/contracts/artifacts/collection-721.ts'
import { encodeTransfer, signatureFor } from '../../src/core/chains/evm/contracts/transfers.ts'
import { knownNetworks } from '../../src/core/chains/networks.ts'
import type { AnvilClient } from '../../src/core/practice/rpc.ts'
import { collectionByPk } from '../../src/core/store/collections/collections.ts'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { type OpenEngine, openEngine, recipientOf, runFinished, until } from '../minting/open-engine.ts'
import { expectTruth } from '../minting/truth.ts'
import { mintInShop, openShop, shopPrice } from './shop.ts'
import { steadyBlocks } from './steady-blocks.ts'

const { chainId } = knownNetworks().ofEvm('polygon')
const confirmations = 3
const adversary = privateKeyToAccount(generatePrivateKey())

let dir: string
let engine: OpenEngine
let anvil: AnvilClient
let treasury: Hex
let blocks: ReturnType<typeof steadyBlocks>
let nonce = 0
/** The collection that is attacked, in which the adversary holds token 1; null: none is. */
let contract: Hex | null
let seen: Set<string>
/** The ids of the jobs that he saw. */
let jobs: Set<string>
let permissions: Hex[]
let mints: Hex[]
/** What he pays for each token that he buys there; null: nothing is for sale. */
let price: bigint | null
let purchases: Hex[]

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-mempool-'))
  engine = await openEngine({
    dir,
    blockMs: 'manual',
    timing: { groupMs: 20, pollMs: 30 },
    override: { faucet: false, confirmations, limits: { mintsPerBatch: 4 } },
  })
  const network = engine.practice?.network('polygon')
  if (!network) throw new Error('no practice network')
  anvil = (await network.start()).client
  blocks = steadyBlocks(anvil)
  const client = await engine.chains.client('practice', 'polygon')
  treasury = client.treasury(0) as Hex
  const sendOwn = client.send.bind(client)
  Object.assign(client, {
    // All of them, each before a block may hold it: which of them a look at the pool shows would be luck.
    async send(raws: readonly Hex[]) {
      if (contract) for (const raw of raws) await goesBefore(raw, contract)
      return await sendOwn(raws)
    },
  })
  await anvil.setBalance({ address: treasury, value: parseEther('1000') })
  await anvil.setBalance({ address: adversary.address, value: parseEther('1000') })
})
beforeEach(() => {
  contract = null
  price = null
  seen = new Set()
  jobs = new Set()
  permissions = []
  mints = []
  purchases = []
  blocks.start()
})
afterEach(() => blocks.stop())
afterAll(async () => {
  await engine.close()
  await rm(dir, { recursive: true, force: true })
})

/** What he sends for a transaction of the treasury that he sees. */
async function goesBefore(raw: Hex, to: Hex): Promise<void> {
  const { data = '0x', to: called } = parseTransaction(raw)
  if (seen.has(raw) || called?.toLowerCase() !== to.toLowerCase()) return
  seen.add(raw)
  const job = sliceHex(data, 4, 36)
  // On a slow machine one goes out again with a higher fee, for the same job: a permission is used once.
  if (!jobs.has(job)) permissions.push(await send(to, await permissionAs(job, to)))
  jobs.add(job)
  mints.push(await send(to, data))
  const approval = [treasury, seen.size % 2 === 0] as const
  await send(to, encodeFunctionData({ abi: collection721.abi, functionName: 'setApprovalForAll', args: approval }))
  if (price === null) return
  const args = [adversary.address, 1n] as const
  purchases.push(await send(to, encodeFunctionData({ abi: collection721.abi, functionName: 'purchase', args }), price))
}

/** His own token goes to himself, under the id of a job that waits. */
async function permissionAs(jobId: Hex, to: Hex): Promise<Hex> {
  const holder = adversary.address
  const place = { kind: 'transfer', by: 'treasury', jobId, contract: to, tokenId: '1', standard: 'erc-721' } as const
  const work = { ...place, quantity: '1', holder, owner: { kind: 'userId', user: 'adversary' }, to: holder } as const
  return encodeTransfer(work, await signatureFor(work, chainId, () => adversary))
}

/** Pays far more than the treasury does, so that it comes first. */
async function send(to: Hex, data: Hex, value = 0n): Promise<Hex> {
  const fee = parseEther('0.000001')
  const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: fee }
  const serializedTransaction = await adversary.signTransaction({
    ...{ to, data, value, nonce: nonce++, chainId, gas: 300_000n, type: 'eip1559' },
    ...fees,
  })
  return anvil.sendRawTransaction({ serializedTransaction })
}

async function outcomes(hashes: readonly Hex[]): Promise<Set<string>> {
  const receipts = await Promise.all(
    hashes.map((hash) => anvil.waitForTransactionReceipt({ hash, pollingInterval: 30 })),
  )
  return new Set(receipts.map(({ status }) => status))
}

it('his permissions, approvals and copies of our calls: nothing is lost, minted twice or halted', async () => {
  const first = await engine.addRun(1, { id: 'a'.repeat(64), recipient: () => adversary.address })
  await runFinished(engine, first)
  contract = (await collectionByPk(engine.db, engine.collectionPk)).contract_address as Hex
  const run = await engine.addRun(48, { id: 'b'.repeat(64), recipient: (n) => recipientOf(n) })
  await runFinished(engine, run)
  expect(seen.size, 'he saw each batch before a block had it').toBeGreaterThanOrEqual(12)
  expect(await outcomes(permissions)).toEqual(new Set(['success']))
  expect(await outcomes(mints)).toEqual(new Set(['reverted']))
  expect((await collectionByPk(engine.db, engine.collectionPk)).halted).toBeNull()
  const failed = await engine.db
    .selectFrom('transactions')
    .select('pk')
    .where('state', 'in', ['failed', 'dead'])
    .execute()
  expect(failed, 'none of ours failed for what he did').toEqual([])
  await expectTruth(engine, 49)
})

it('what he buys between our mints: each row has its own NFT, and the collection beside takes no block more than without him', async () => {
  const shop = await openShop(engine, 200)
  const inShop = (count: number, from: number, recipient?: () => string) =>
    mintInShop(engine, shop.pk, from, count, recipient)
  const isMinted = async () => {
    const rows = await mintsNow(engine.db).select('state').where('collection_pk', '=', shop.pk).execute()
    return rows.every(({ state }) => state === 'succeeded')
  }
  // The first call into a collection enters; no other is signed before a block holds it.
  await inShop(1, 0, () => adversary.address)
  await until('the first is minted', isMinted)
  await runFinished(engine, await engine.addRun(1, { id: 'c'.repeat(64), recipient: () => recipientOf(100) }))
  await blocks.stop()

  for (const [round, attacked] of [null, shop.contract, shop.contract].entries()) {
    contract = attacked
    price = shopPrice
    await inShop(24, 1 + 24 * round)
    const beside = await engine.addRun(24, {
      id: `${round}`.repeat(64),
      recipient: (n) => recipientOf(1_000 * (round + 1) + n),
    })
    await until('both wait for a block', async () => (await waiting()).length === 12)
    await anvil.mine({ blocks: 1 })
    const head = Number(await anvil.getBlockNumber())
    await until('all are in it', async () => (await waiting()).every(({ block_number }) => block_number === head))
    await anvil.mine({ blocks: confirmations - 1 })
    await runFinished(engine, beside)
    await until('the shop has its own', isMinted)
  }

  expect([seen.size, purchases.length]).toEqual([12, 12])
  expect(await outcomes(purchases)).toEqual(new Set(['success']))
  expect(await outcomes(permissions)).toEqual(new Set(['success']))
  expect(await outcomes(mints)).toEqual(new Set(['reverted']))
  for (const pk of [shop.pk, engine.collectionPk]) expect((await collectionByPk(engine.db, pk)).halted).toBeNull()
  const client = await engine.chains.client('practice', 'polygon')
  expect((await client.counters(shop.contract)).purchased).toBe(12)
  const rows = await mintsNow(engine.db).select(['address', 'token_id']).where('collection_pk', '=', shop.pk).execute()
  expect(new Set(rows.map(({ token_id }) => token_id)).size).toBe(73)
  for (const { address, token_id } of rows)
    expect((await client.ownerOf(shop.contract, token_id ?? 0))?.toLowerCase()).toBe(address?.toLowerCase())
  const all = await mintsNow(engine.db).select('pk').where('collection_pk', '=', engine.collectionPk).execute()
  await expectTruth(engine, all.length)
})

/** The transactions of mints that have not ended, and in which block they are. */
const waiting = () =>
  engine.db
    .selectFrom('transactions')
    .select('block_number')
    .where('purpose', '=', 'mint')
    .where('state', 'in', ['sent', 'included'])
    .execute()
