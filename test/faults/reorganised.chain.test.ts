/**
 * What failed, or lost its sequence, and was minted by a second try comes back first in a reorganisation that is deeper than the confirmations: somebody
 * kept the bytes of the first try, and in the new branch nothing refuses them.
 */

import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  createTestClient,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  parseEther,
  parseTransaction,
  publicActions,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { collection721 } from '../../resources/contracts/artifacts/collection-721.ts'
import { collection1155 } from '../../resources/contracts/artifacts/collection-1155.ts'
import { compile } from '../../scripts/contracts.mjs'
import type { ChainClient } from '../../src/core/chains/family/family.ts'
import { knownNetworks } from '../../src/core/chains/networks.ts'
import { createRunControl } from '../../src/core/minting/runs/control.ts'
import { addCollection, collectionByPk } from '../../src/core/store/collections/collections.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { findRun } from '../../src/core/store/journal/runs/runs.ts'
import { type OpenEngine, openEngine, recipientOf, runFinished, until } from '../minting/open-engine.ts'
import { expectTruth } from '../minting/truth.ts'
import { innerUrl } from '../practice/inner-url.ts'

const { chainId } = knownNetworks().ofEvm('polygon')
const { abi } = collection721
/** A contract that takes copies or refuses them, as its first slot says. Compiled before any block is made: it blocks this thread for seconds. */
const { Switched } = compile([join(import.meta.dirname, '../contracts/sources/Sly1155.sol')])
const confirmations = 3

let dir: string
let engine: OpenEngine
let chain: ChainClient
let anvil: Awaited<ReturnType<typeof doorOf>>
let treasury: Hex
let adversary: ReturnType<typeof privateKeyToAccount>
let nonce: number
let ticking = false
let blocks: Promise<void>
/** All that the treasury ever sent: the adversary keeps it. */
let kept: Map<Hex, Hex>
/** What the adversary does before the treasury's next new transactions reach the node; once. */
let before: ((raws: readonly Hex[]) => Promise<void>) | null
/** While it is there, nothing of the treasury reaches the node. */
let gate: Promise<void> | null

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-reorganised-'))
  kept = new Map()
  before = null
  gate = null
  adversary = privateKeyToAccount(generatePrivateKey())
  nonce = 0
  engine = await openEngine({
    dir,
    blockMs: 'manual',
    timing: { groupMs: 20, pollMs: 30 },
    override: { faucet: false, confirmations, limits: { mintsPerBatch: 4 } },
  })
  await engine.practice?.network('polygon').start()
  anvil = await doorOf()
  chain = await engine.chains.client('practice', 'polygon')
  treasury = chain.treasury(0) as Hex
  const sendOwn = chain.send.bind(chain)
  Object.assign(chain, {
    async send(raws: readonly Hex[]) {
      // The same bytes go out again on a busy machine: what is new is what the test waits for.
      const fresh = raws.filter((raw) => !kept.has(keccak256(raw)))
      for (const raw of raws) kept.set(keccak256(raw), raw)
      await gate
      if (fresh.length > 0 && before) {
        const act = before
        before = null
        await act(fresh)
      }
      return await sendOwn(raws)
    },
  })
  for (const address of [treasury, adversary.address]) await anvil.setBalance({ address, value: parseEther('1000') })
  startBlocks()
})
afterEach(async () => {
  try {
    await stopBlocks()
  } finally {
    await engine.close()
    await rm(dir, { recursive: true, force: true })
  }
})

/** Past the front and the record: what is done by it is not there again after a restart of the network. */
async function doorOf() {
  return createTestClient({
    mode: 'anvil',
    transport: http(await innerUrl(dir), { retryCount: 0, timeout: 60_000 }),
    cacheTime: 0,
  }).extend(publicActions)
}

function startBlocks(): void {
  ticking = true
  const tick = async (): Promise<void> => {
    for (let made = 0; ticking; made++) {
      const began = performance.now()
      await anvil.mine({ blocks: 1 })
      // Anvil keeps the states of 64 blocks: no reorganisation can be deeper, and these tests end after 15. Where all takes longer, blocks come as slowly.
      const pace = 60 * 2 ** Math.floor(made / 12)
      await delay(Math.max(pace, 10 * (performance.now() - began)))
    }
  }
  blocks = tick()
}

async function stopBlocks(): Promise<void> {
  ticking = false
  await blocks
}

const contract = async () => (await collectionByPk(engine.db, engine.collectionPk)).contract_address as Hex
const receiptOf = (hash: Hex) => anvil.waitForTransactionReceipt({ hash, pollingInterval: 20 })

/** Pays far more than the treasury does, so that it comes first. */
async function send(to: Hex | null, data: Hex): Promise<Hex> {
  const fee = parseEther('0.000001')
  const serializedTransaction = await adversary.signTransaction({
    ...{ to, data, nonce: nonce++, chainId, gas: 1_000_000n, type: 'eip1559' },
    ...{ maxFeePerGas: fee, maxPriorityFeePerGas: fee },
  })
  return anvil.sendRawTransaction({ serializedTransaction })
}

const limitTo = async (limit: bigint) =>
  send(await contract(), encodeFunctionData({ abi, functionName: 'setSupplyLimit', args: [limit] }))

/** The collection is the adversary's from here on; the treasury still mints. */
async function handOver(): Promise<void> {
  const address = await contract()
  await receiptOf(await send(address, encodeFunctionData({ abi, functionName: 'requestOwnershipHandover' })))
  await anvil.impersonateAccount({ address: treasury })
  const data = encodeFunctionData({ abi, functionName: 'completeOwnershipHandover', args: [adversary.address] })
  const hash = await anvil.request<{ Method: 'eth_sendTransaction'; Parameters: [object]; ReturnType: Hex }>({
    method: 'eth_sendTransaction',
    params: [{ from: treasury, to: address, data, gas: toHex(100_000) }],
  })
  await anvil.stopImpersonatingAccount({ address: treasury })
  expect((await receiptOf(hash)).status).toBe('success')
}

/** The jobs that a minting call names as replaced. */
function replacedBy(hash: Hex): readonly Hex[] {
  const call = decodeFunctionData({ abi, data: parseTransaction(kept.get(hash) as Hex).data ?? '0x' })
  if (call.functionName !== 'mintBatch' && call.functionName !== 'mintBatchSorted')
    throw new Error(`${hash} calls ${call.functionName}`)
  return call.args[1].replaced
}

/** The transaction of the treasury's that minted last. */
async function lastMinted(): Promise<Hex> {
  const row = await engine.db
    .selectFrom('transactions')
    .select('tx_hash')
    .where('purpose', '=', 'mint')
    .where('state', '=', 'succeeded')
    .orderBy('pk', 'desc')
    .executeTakeFirstOrThrow()
  return row.tx_hash as Hex
}

const mintsOf = (run: string) => mintsNow(engine.db).select(['state', 'error_code']).where('run_id', '=', run).execute()

/** Takes all blocks back from this one on; the adversary has the bytes of the first try in the first block of the new branch. */
async function comesBackFirst(from: bigint, first: Hex, inBranch: () => Promise<void> = async () => {}): Promise<void> {
  await stopBlocks()
  let open = () => {}
  gate = new Promise((resolve) => {
    open = resolve
  })
  const head = await anvil.getBlockNumber()
  const depth = Number(head - from) + 1
  expect(depth, 'deeper than the confirmations').toBeGreaterThan(confirmations)
  await anvil.request<{ Method: 'anvil_reorg'; Parameters: [number, []]; ReturnType: unknown }>({
    method: 'anvil_reorg',
    params: [depth, []],
  })
  await inBranch()
  await anvil.sendRawTransaction({ serializedTransaction: kept.get(first) as Hex })
  await anvil.mine({ blocks: 1 })
  expect((await receiptOf(first)).status, 'the first try succeeds in this branch').toBe('success')
  gate = null
  open()
  startBlocks()
}

/** A person is told, nothing new is minted before they say so, and then everything is minted. */
async function expectToldAndAllMinted(second: Hex, pk: number, enqueueLater: () => Promise<void>): Promise<void> {
  await enqueueLater()
  const stopped = await until('the collection stops', async () => {
    const row = await collectionByPk(engine.db, pk)
    return row.halted !== null && row
  })
  expect(stopped.halted).toMatch(/^Polygon took back blocks that had all their confirmations, .*collections resume /)
  expect((await receiptOf(second)).status, 'the second try went out again as it was, and was refused').toBe('reverted')
  const head = await anvil.getBlockNumber()
  await until('more blocks', async () => (await anvil.getBlockNumber()) > head + BigInt(2 * confirmations))
  expect(await mintsNow(engine.db).select('state').where('id', '=', 'later1').execute()).toEqual([{ state: 'queued' }])
  await engine.engine.resumeCollection(pk)
  await until('all is minted', async () => {
    const rows = await mintsNow(engine.db).select('state').execute()
    return rows.every(({ state }) => state === 'succeeded')
  })
}

it('a batch that failed for a supply limit, which the new branch does not have: minted once, and a person is told', async () => {
  await runFinished(engine, await engine.addRun(1, { id: 'a'.repeat(64), recipient: () => adversary.address }))
  await handOver()
  // What the treasury signed outside of the app begins a session; its first call enters, so that the failed one does not.
  await runFinished(engine, await engine.addRun(1, { id: 'b'.repeat(64), recipient: () => recipientOf(1) }))
  let first: Hex = '0x'
  let limited: Hex = '0x'
  before = async ([raw = '0x']) => {
    first = keccak256(raw)
    limited = await limitTo(2n)
  }
  const run = await engine.addRun(4, { id: 'c'.repeat(64), recipient: (n) => recipientOf(10 + n) })
  await runFinished(engine, run)
  expect((await receiptOf(first)).status).toBe('reverted')
  expect((await mintsOf(run)).map(({ state }) => state)).toEqual(Array(4).fill('failed'))
  await receiptOf(await limitTo(0n))
  const record = await findRun(engine.db, run)
  if (!record) throw new Error('no run')
  await createRunControl(engine.db, engine.engine, Date.now).retry(record)
  await runFinished(engine, run)
  await stopBlocks()
  await expectTruth(engine, 6)
  const second = await lastMinted()
  expect(replacedBy(second), 'the second try names the first').toHaveLength(1)
  await comesBackFirst((await receiptOf(limited)).blockNumber, first)
  await expectToldAndAllMinted(second, engine.collectionPk, () => engine.addMints(['later1']))
  await expectTruth(engine, 7)
})

it('a batch whose sequence something else took, which the new branch does not hold: minted once, and a person is told', async () => {
  await runFinished(engine, await engine.addRun(1, { id: 'a'.repeat(64), recipient: () => adversary.address }))
  let first: Hex = '0x'
  let foreign: Hex = '0x'
  before = async ([raw = '0x']) => {
    first = keccak256(raw)
    const { nonce: sequence = 0, maxFeePerGas = 0n } = parseTransaction(raw)
    const fill = await chain.prepare({ kind: 'fill' }, 0)
    const fee = 10n * maxFeePerGas
    const signed = await chain.sign(fill, 0, sequence, { max: fee, priority: fee })
    foreign = await anvil.sendRawTransaction({ serializedTransaction: signed.raw as Hex })
  }
  const run = await engine.addRun(4, { id: 'c'.repeat(64), recipient: (n) => recipientOf(10 + n) })
  await runFinished(engine, run)
  await stopBlocks()
  await expectTruth(engine, 5)
  const second = await lastMinted()
  expect(second).not.toBe(first)
  await comesBackFirst((await receiptOf(foreign)).blockNumber, first)
  await expectToldAndAllMinted(second, engine.collectionPk, () => engine.addMints(['later1']))
  await expectTruth(engine, 6)
})

it('copies that a recipient refused for all, and takes in the new branch: each has one, and a person is told', async () => {
  const input = {
    ...{ id: 'copies', chain: 'polygon', contractKind: 'copies' },
    fungibility: 'semi-fungible',
    metadata: { name: 'Copies', description: '', imageUrl: '', symbol: 'C' },
    initial: { supplyLimit: null, payments: null },
    ...{ contractUri: '', reupload: false },
  } as const
  const { pk } = await engine.db
    .transaction()
    .execute((tx) => addCollection(tx, engine.project.id, input, 'copies', Date.now()))
  const enqueue = async (mints: Record<string, string>) => {
    const drafts = Object.entries(mints).map(([id, address]) => ({
      ...{ id, recipient: `polygon:${address}`, address, reupload: false },
      metadata: { uri: 'https://example.com/copy.json' },
      contentHash: createHash('sha256').update(id).digest(),
    }))
    await engine.db
      .transaction()
      .execute(async (tx) => enqueueMints(tx, await collectionByPk(tx, pk), drafts, { now: Date.now() }))
    engine.engine.wake(pk)
  }
  const ended = (count: number) =>
    until('its mints ended', async () => {
      const rows = await mintsNow(engine.db).select(['id', 'state', 'error_code']).execute()
      const done = rows.filter(({ state }) => state === 'succeeded' || state === 'failed')
      return done.length === count && new Map(rows.map(({ id, ...row }) => [id, row]))
    })
  const manner = (refuses: boolean) =>
    anvil.setStorageAt({ address: moody, index: 0, value: toHex(refuses ? 1 : 0, { size: 32 }) })
  // Contracts go into batches of their own.
  const [moody, one, two] = [await deploySwitched(), await deploySwitched(), await deploySwitched()]
  await enqueue({ warm: recipientOf(0) })
  await ended(1)

  let first: Hex = '0x'
  before = async ([raw = '0x']) => {
    first = keccak256(raw)
    await manner(true)
  }
  await enqueue({ one, moody, two })
  const ends = await ended(4)
  expect((await receiptOf(first)).status).toBe('reverted')
  expect(ends.get('moody')).toEqual({ state: 'failed', error_code: 'recipient.refused' })
  for (const id of ['one', 'two']) expect(ends.get(id)?.state).toBe('succeeded')
  const second = await lastMinted()
  expect(second).not.toBe(first)

  await comesBackFirst((await receiptOf(first)).blockNumber, first, () => manner(false))
  await expectToldAndAllMinted(second, pk, () => enqueue({ later1: recipientOf(1) }))
  const rows = await mintsNow(engine.db).select(['address', 'token_id']).where('collection_pk', '=', pk).execute()
  const address = (await collectionByPk(engine.db, pk)).contract_address as Hex
  const copies = { address, abi: collection1155.abi } as const
  expect(await anvil.readContract({ ...copies, functionName: 'minted' })).toBe(BigInt(rows.length))
  for (const { address: holder, token_id } of rows) {
    const args = [holder as Hex, BigInt(token_id ?? 0)] as const
    expect(await anvil.readContract({ ...copies, functionName: 'balanceOf', args }), holder ?? '').toBe(1n)
  }
})

async function deploySwitched(): Promise<Hex> {
  const { contractAddress } = await receiptOf(await send(null, Switched?.bytecode as Hex))
  if (!contractAddress) throw new Error('it was not deployed')
  return contractAddress
}
