/** What a chain can do to the engine: each row is minted exactly once, and the journal says what the chain holds. */

import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { encodeFunctionData, getAddress, type Hex, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { collection721 } from '../../resources/contracts/artifacts/collection-721.ts'
import type { ChainClient } from '../../src/core/chains/family/family.ts'
import type { AnvilClient } from '../../src/core/practice/rpc.ts'
import { collectionByPk } from '../../src/core/store/collections/collections.ts'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { type OpenEngine, openEngine, recipientOf, runFinished, until } from '../minting/open-engine.ts'
import { expectTruth } from '../minting/truth.ts'
import { mintInShop, openShop, shopPrice } from './shop.ts'

const confirmations = 8
const plenty = 100n * 10n ** 18n
const timing = { groupMs: 50, pollMs: 30 }

let dir: string
let engine: OpenEngine
let chain: ChainClient
let anvil: AnvilClient
let treasury: Hex
let ticking = false
let blocks: Promise<void> = Promise.resolve()
let minted = 0
let looked = 0
let scenario = 0

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-anvil-'))
  engine = await openEngine({
    dir,
    blockMs: 'manual',
    timing,
    override: { faucet: false, confirmations, limits: { mintsPerBatch: 20 } },
  })
  chain = await engine.chains.client('practice', 'polygon')
  treasury = chain.treasury(0) as Hex
  const network = engine.practice?.network('polygon')
  if (!network) throw new Error('no practice network')
  anvil = (await network.start()).client
})
afterEach(() => stopBlocks())
afterAll(async () => {
  await engine.close()
  await rm(dir, { recursive: true, force: true })
})

function startBlocks(): void {
  ticking = true
  const tick = async (): Promise<void> => {
    while (ticking) {
      await anvil.mine({ blocks: 1 })
      await delay(30)
    }
  }
  blocks = tick()
}

async function stopBlocks(): Promise<void> {
  ticking = false
  await blocks
}

/** A run's id, and recipients that nobody else gets. */
function freshRun(count: number): { count: number; id: string; recipient: (ordinal: number) => string } {
  const place = ++scenario
  minted += count
  return { count, id: String(place).padStart(64, 'a'), recipient: (n) => recipientOf(place * 10_000 + n) }
}

function addRun(count: number): Promise<string> {
  const { id, recipient } = freshRun(count)
  return engine.addRun(count, { id, recipient })
}

async function transactionsOf(
  run: string,
): Promise<{ state: string; sequence: number; block_number: number | null }[]> {
  return engine.db
    .selectFrom('transactions')
    .innerJoin('batches', 'batches.pk', 'transactions.batch_pk')
    .select(['transactions.state', 'sequence', 'block_number'])
    .where('batches.run_id', '=', run)
    .orderBy('sequence')
    .execute()
}

const allAre = (state: string, count: number, run: string) =>
  until(`${count} ${state}`, async () => {
    const rows = await transactionsOf(run)
    return rows.length === count && rows.every((row) => row.state === state)
  })

async function truth(of = engine): Promise<void> {
  await expectTruth(of, minted, looked)
  looked = minted
}

const notice = () => engine.engine.notice(engine.project.id, 'polygon')

describe('a treasury that is empty from the start', () => {
  it('is told with its address and the sum before anything is signed, and the run goes on when coin arrives', async () => {
    startBlocks()
    const run = await addRun(50)
    const waits = await until('told', async () => notice())
    expect(waits).toMatchObject({ for: 'funds', address: treasury })
    expect(waits.text).toContain(treasury)
    expect((waits.missing ?? 0n) > 0n).toBe(true)
    expect(await engine.db.selectFrom('transactions').select('pk').execute()).toEqual([])
    await anvil.setBalance({ address: treasury, value: plenty })
    await runFinished(engine, run)
    expect(notice()).toBeNull()
    await truth()
  })
})

describe('a chain that takes blocks back', () => {
  it.each([1, 2, 3, 4, 5])('by a reorganisation of depth %i: the same bytes go out again', async (depth) => {
    const run = await addRun(40)
    await allAre('sent', 2, run)
    const before = await engine.db.selectFrom('attempts').select('hash').execute()
    await anvil.mine({ blocks: depth })
    await allAre('included', 2, run)
    await anvil.request<{ Method: 'anvil_reorg'; Parameters: [number, []]; ReturnType: unknown }>({
      method: 'anvil_reorg',
      params: [depth, []],
    })
    await allAre('sent', 2, run)
    startBlocks()
    await runFinished(engine, run)
    expect(await engine.db.selectFrom('attempts').select('hash').execute()).toEqual(before)
    await truth()
  })

  it('by a rollback over mints that had succeeded: they are there again, and nothing new before a person says so', async () => {
    startBlocks()
    const settled = await addRun(40)
    await runFinished(engine, settled)
    await stopBlocks()
    const [first] = await transactionsOf(settled)
    const head = Number(await anvil.getBlockNumber())
    const counted = await chain.sequence(treasury)
    const depth = head - (first?.block_number ?? head) + 1
    await anvil.request<{ Method: 'anvil_rollback'; Parameters: [number]; ReturnType: unknown }>({
      method: 'anvil_rollback',
      params: [depth],
    })
    expect(await chain.sequence(treasury)).toBe(counted - 2)
    startBlocks()
    const run = await addRun(40)
    const halted = await until(
      'the collection stops',
      async () => (await collectionByPk(engine.db, engine.collectionPk)).halted,
    )
    expect(halted).toContain('took back blocks that had all their confirmations')
    await until('they are there again', async () => (await chain.sequence(treasury)) === counted)
    await engine.engine.resumeCollection(engine.collectionPk)
    await runFinished(engine, run)
    await truth()
  })
})

describe('a node that drops transactions', () => {
  it('gets the same bytes again', async () => {
    const run = await addRun(60)
    await allAre('sent', 3, run)
    const hashes = (await engine.db.selectFrom('attempts').select('hash').orderBy('pk').execute()).map(
      ({ hash }) => hash,
    )
    for (const hash of hashes.slice(-3)) {
      await anvil.dropTransaction({ hash: hash as Hex })
      await expect(anvil.getTransaction({ hash: hash as Hex })).rejects.toThrow()
    }
    startBlocks()
    await runFinished(engine, run)
    const after = await engine.db.selectFrom('attempts').select('hash').orderBy('pk').execute()
    expect(after.map(({ hash }) => hash)).toEqual(hashes)
    await truth()
  })
})

describe('external use of the key', () => {
  it('is absorbed: a used sequence is proven dead before its batch moves to another', async () => {
    const run = await addRun(80)
    await allAre('sent', 4, run)
    const [first] = await transactionsOf(run)
    const sequence = first?.sequence ?? 0
    const { hash } = await engine.db
      .selectFrom('transactions')
      .innerJoin('attempts', 'attempts.transaction_pk', 'transactions.pk')
      .select('hash')
      .where('sequence', '=', sequence)
      .executeTakeFirstOrThrow()
    await anvil.dropTransaction({ hash: hash as Hex })
    const call = await chain.prepare({ kind: 'fill' }, 0)
    const { expected } = await chain.fees()
    const foreign = await chain.sign(call, 0, sequence, { max: expected.max * 3n, priority: expected.priority * 3n })
    expect(await chain.send([foreign.raw])).toEqual([{ kind: 'accepted' }])
    startBlocks()
    await runFinished(engine, run)
    const states = await engine.db.selectFrom('transactions').select('state').where('sequence', '=', sequence).execute()
    expect(states).toEqual([{ state: 'dead' }])
    await truth()
  })
})

describe('a hundred strangers who buy between signing and inclusion', () => {
  it('of a limited collection leave all 16 signed batches their room: each is minted as it was signed', async () => {
    startBlocks()
    const { pk, contract } = await openShop(engine, 1 + 16 * 20 + 100)
    const enqueue = (from: number, count: number) => mintInShop(engine, pk, from, count)
    const areMinted = async () => {
      const rows = await mintsNow(engine.db).select('state').where('collection_pk', '=', pk).execute()
      return rows.every(({ state }) => state === 'succeeded')
    }
    // The first call enters as the writer; until a block holds it nothing else is signed.
    await enqueue(0, 1)
    await until('the first is minted', areMinted)
    await stopBlocks()
    const entry = await engine.db
      .selectFrom('transactions')
      .select('pk')
      .where('collection_pk', '=', pk)
      .where('purpose', '=', 'mint')
      .executeTakeFirst()
    await enqueue(1, 320)
    const batches = () =>
      engine.db
        .selectFrom('transactions')
        .innerJoin('attempts', 'attempts.transaction_pk', 'transactions.pk')
        .select(['transactions.state', 'attempts.hash'])
        .where('collection_pk', '=', pk)
        .where('purpose', '=', 'mint')
        .where('transactions.pk', '>', entry?.pk ?? 0)
        .execute()
    await until('16 batches are sent', async () => {
      const rows = await batches()
      return rows.length === 16 && rows.every(({ state }) => state === 'sent')
    })
    const signed = (await batches()).map(({ hash }) => hash)

    // They pay more than the treasury does, so that they come first.
    const buyers = Array.from({ length: 100 }, (_, n) => getAddress(recipientOf(8_000_000 + n)))
    await anvil.request<{ Method: 'anvil_autoImpersonateAccount'; Parameters: [boolean]; ReturnType: unknown }>({
      method: 'anvil_autoImpersonateAccount',
      params: [true],
    })
    for (const buyer of buyers) {
      await anvil.setBalance({ address: buyer, value: plenty })
      await anvil.request<{ Method: 'eth_sendTransaction'; Parameters: [object]; ReturnType: Hex }>({
        method: 'eth_sendTransaction',
        params: [
          {
            from: buyer,
            to: contract,
            data: encodeFunctionData({ abi: collection721.abi, functionName: 'purchase', args: [buyer, 1n] }),
            value: toHex(shopPrice),
            gas: toHex(200_000),
            maxFeePerGas: toHex(500n * 10n ** 9n),
            maxPriorityFeePerGas: toHex(400n * 10n ** 9n),
          },
        ],
      })
    }
    await anvil.mine({ blocks: 1 })
    expect((await chain.counters(contract)).purchased).toBe(100)
    startBlocks()
    await until('all are minted', areMinted)
    const after = await batches()
    expect(after.map(({ state }) => state)).toEqual(Array(16).fill('succeeded'))
    expect(after.map(({ hash }) => hash)).toEqual(signed)
    // The strangers have a hundred numbers after the first, and each row's NFT is its own.
    const rows = await mintsNow(engine.db).select(['address', 'token_id']).where('collection_pk', '=', pk).execute()
    expect(rows.map(({ token_id }) => token_id).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([
      1,
      ...Array.from({ length: 320 }, (_, n) => n + 102),
    ])
    const owners = await Promise.all(rows.map(({ token_id }) => chain.ownerOf(contract, token_id ?? 0)))
    expect(owners.map((owner) => owner?.toLowerCase())).toEqual(rows.map(({ address }) => address?.toLowerCase()))
  })
})

describe('a treasury whose account is lent to a contract (EIP-7702)', () => {
  it('has one transaction in flight, and all of its batches are minted', async () => {
    await anvil.setCode({ address: treasury, bytecode: `0xef0100${'11'.repeat(20)}` })
    expect(await chain.inFlight(treasury)).toMatchObject({ transactions: 1 })
    startBlocks()
    const run = await addRun(80)
    await runFinished(engine, run)
    const rows = await transactionsOf(run)
    expect(rows).toHaveLength(4)
    // A node takes one of such an account into its pool: the next one is signed when the one before is in a block.
    for (const [place, { block_number }] of rows.entries())
      if (place > 0) expect(block_number ?? 0).toBeGreaterThan(rows[place - 1]?.block_number ?? 0)
    await truth()
    await anvil.setCode({ address: treasury, bytecode: '0x' })
    expect((await chain.inFlight(treasury)).transactions).toBeGreaterThan(1)
  })
})

describe('a second copy of the app on the same key', () => {
  it('mints the same run at the same time: nothing twice, and both come to the end once a person lets the second go on', async () => {
    const other = await secondCopy()
    const both = [engine, other]
    /** A copy that stopped for the other goes on when that one has done its part. */
    const ended = (isDone: (of: OpenEngine) => Promise<boolean>) =>
      until('both copies are done', async () => {
        const waiting: OpenEngine[] = []
        for (const one of both) if (!(await isDone(one))) waiting.push(one)
        const [last] = waiting
        if (waiting.length === 1 && last && (await collectionByPk(last.db, last.collectionPk)).other_writer !== null)
          await last.engine.takeOver(last.collectionPk)
        return waiting.length === 0
      })
    const noneWaits = async ({ db }: OpenEngine) =>
      (await mintsNow(db).select('pk').where('state', 'in', ['queued', 'composed']).execute()).length === 0
    try {
      await anvil.setBalance({ address: treasury, value: plenty })
      startBlocks()
      const { count, ...run } = freshRun(200)
      await Promise.all(both.map((one) => one.addRun(count, run)))
      await ended(async ({ db }) => {
        const { state } = await db.selectFrom('runs').select('state').where('id', '=', run.id).executeTakeFirstOrThrow()
        return state === 'finished'
      })
      await expectTruth({ ...other, practice: engine.practice }, minted, looked)
      await truth()
      // What the API asks the one for, and then the other, in another company.
      minted += 3
      await engine.addMints(['twin1', 'twin2', 'twin3'])
      await ended(noneWaits)
      await other.addMints(['twin3', 'twin1'])
      await ended(noneWaits)
      await other.addMints(['twin2'])
      await ended(noneWaits)
      await expectTruth({ ...other, practice: engine.practice }, minted, looked)
      await truth()
    } finally {
      await other.close()
    }
  })
})

/** Another engine over a copy of the database as it is now, with the same seed, stored content and chain. */
async function secondCopy(): Promise<OpenEngine> {
  const twin = join(dir, 'twin')
  await mkdir(twin)
  await sql`vacuum into ${join(twin, 'mintdesk.db')}`.execute(engine.db)
  await copyFile(join(dir, 'practice-seed.json'), join(twin, 'practice-seed.json'))
  await symlink(join(dir, 'content'), join(twin, 'content'))
  return openEngine({ dir: twin, timing, chains: { ...engine.chains, close: async () => {} } })
}
