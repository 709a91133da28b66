import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChainClient } from '../../../src/core/chains/family/family.ts'
import { makeQuote, type QuoteFigures } from '../../../src/core/minting/runs/quote.ts'
import { practiceBaseFee } from '../../../src/core/practice/anvil-process.ts'
import type { AnvilClient } from '../../../src/core/practice/rpc.ts'
import { addCollection, collectionByPk } from '../../../src/core/store/collections/collections.ts'
import { setFeeCeiling } from '../../../src/core/store/journal/money.ts'
import { runSpending } from '../../../src/core/store/journal/runs/run-figures.ts'
import { deploymentsOf } from '../../../src/core/store/journal/signer-queue.ts'
import { type OpenEngine, openEngine, recipientOf, runFinished, until } from '../open-engine.ts'

const gwei = 1_000_000_000n
const plenty = 100n * 10n ** 18n
const usualUri = `ipfs://${'b'.repeat(59)}`

let dir: string
let engine: OpenEngine
let chain: ChainClient
let anvil: AnvilClient
let treasury: Hex
let base = practiceBaseFee
let ticking = false
let blocks: Promise<void> = Promise.resolve()
let told: string[] = []
let cut = false
let places = 0
/** How often the engine asked for the time: once or more in each round. */
let timeAsked = 0

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-fees-'))
  engine = await openEngine({
    dir,
    blockMs: 'manual',
    override: { faucet: false, limits: { mintsPerBatch: 50, transactionsInFlight: 2 } },
    timing: { groupMs: 50, pollMs: 30 },
    runChanged: (run) => told.push(run),
    clock() {
      timeAsked += 1
      return Date.now()
    },
    point: (name) => {
      if (cut && name === 'before send') throw new Error('the line is cut')
    },
  })
  chain = await engine.chains.client('practice', 'polygon')
  treasury = chain.treasury(0) as Hex
  const network = engine.practice?.network('polygon')
  if (!network) throw new Error('no practice network')
  anvil = (await network.start()).client
})
beforeEach(async () => {
  told = []
  base = practiceBaseFee
  await money(plenty)
  await mine()
})
afterEach(() => stopBlocks())
afterAll(async () => {
  cut = false
  await engine.close()
  await rm(dir, { recursive: true, force: true })
})

const money = (value: bigint) => anvil.setBalance({ address: treasury, value })

/** One block at the base fee of this moment, which the next one is to have as well. */
async function mine(): Promise<void> {
  await anvil.setNextBlockBaseFeePerGas({ baseFeePerGas: base })
  await anvil.mine({ blocks: 1 })
  await anvil.setNextBlockBaseFeePerGas({ baseFeePerGas: base })
}

/** Whether a signed transaction is still on its way to the network. */
async function isUnderWay(): Promise<boolean> {
  const unanswered = engine.db.selectFrom('attempts').select('pk').where('answer', 'is', null)
  return (await unanswered.executeTakeFirst()) !== undefined
}

/** From now on a block comes soon after the one before; none passes what is on its way, which would get a higher fee for having waited. */
function startBlocks(): void {
  ticking = true
  const tick = async (): Promise<void> => {
    while (ticking) {
      if (!(await isUnderWay())) await mine()
      await delay(40)
    }
  }
  blocks = tick()
}

async function stopBlocks(): Promise<void> {
  ticking = false
  await blocks
}

async function moreBlocks(count: number): Promise<void> {
  const head = await anvil.getBlockNumber()
  await until('more blocks', async () => (await anvil.getBlockNumber()) >= head + BigInt(count))
}

/** Waits while the engine works on: some rounds, however long each takes. */
async function moreRounds(): Promise<void> {
  const before = timeAsked
  await until('more rounds', async () => timeAsked >= before + 20)
}

/** A run whose recipients nobody else gets. */
function addRun(count: number, feeCeiling?: bigint, collectionPk = engine.collectionPk): Promise<string> {
  const place = ++places
  const id = String(place).padStart(64, 'e')
  return engine.addRun(count, {
    id,
    recipient: (n) => recipientOf(place * 10_000 + n),
    collectionPk,
    feeCeiling,
  })
}

/** What so many NFTs would cost now; into the default collection if nothing else is said. */
async function quoteFor(nfts: number, { pk = engine.collectionPk, reserved = 0n } = {}): Promise<QuoteFigures> {
  return makeQuote({
    db: engine.db,
    importId: 'none',
    nfts,
    hosted: { mints: 0, of: nfts, uri: '', distinct: nfts },
    project: engine.project,
    collection: await collectionByPk(engine.db, pk),
    client: chain,
    reserved,
    ceiling: null,
  })
}

async function attempts(run: string): Promise<{ transaction_pk: number; max: bigint; tip: bigint; answer: string }[]> {
  const rows = await engine.db
    .selectFrom('attempts')
    .innerJoin('batches', 'batches.transaction_pk', 'attempts.transaction_pk')
    .select(['attempts.transaction_pk', 'max_fee', 'priority_fee', 'answer'])
    .where('batches.run_id', '=', run)
    .orderBy('attempts.pk')
    .execute()
  return rows.map(({ transaction_pk, max_fee, priority_fee, answer }) => ({
    transaction_pk,
    max: BigInt(max_fee),
    tip: BigInt(priority_fee),
    answer: answer ?? '',
  }))
}

const sent = (run: string) =>
  until('sent', async () => (await attempts(run)).some(({ answer }) => answer === 'accepted'))

const notice = (run?: string) => engine.engine.notice(engine.project.id, 'polygon', run)

async function mintedNow(): Promise<number> {
  const { contract_address } = await collectionByPk(engine.db, engine.collectionPk)
  return (await chain.counters(contract_address ?? '')).minted
}

describe('before there is a contract', () => {
  it('a ceiling holds its deployment too, when only runs with one want it', async () => {
    base = 80n * gwei
    await mine()
    const before = await quoteFor(130)
    const run = await addRun(5, 50n * gwei)
    await until('held', async () => notice(run)?.for === 'fee')
    expect(await engine.db.selectFrom('transactions').select('pk').execute()).toEqual([])
    // Its contract is that run's to pay, and this one's when that does not go on.
    const beside = await quoteFor(130)
    expect(beside.contractFee).toBe('0')
    // Where its metadata lies is known by now, and was not before.
    expect(Math.abs(Number(before.contractFee) / Number(beside.contractBeside) - 1)).toBeLessThan(0.02)
    await engine.db.updateTable('runs').set({ state: 'paused' }).where('id', '=', run).execute()
    engine.engine.wake(engine.collectionPk)
    // Else a round that read the run before could sign the contract for it when the fee falls.
    await until('the pause was seen', async () => notice(run) === null)
    expect(await quoteFor(130)).toMatchObject({ contractFee: beside.contractBeside, contractBeside: '0' })
  })
})

describe('a quote', () => {
  it.each([
    ['the first run, with the contract', 130],
    ['a later run', 240],
    ['one NFT', 1],
  ])('is within a tenth of what is paid: %s', async (_, nfts) => {
    const quote = await quoteFor(nfts)
    startBlocks()
    const run = await addRun(nfts)
    await runFinished(engine, run)
    const { fee, transactions } = await runSpending(engine.db, run)
    expect(transactions).toBe(quote.transactions)
    expect(Math.abs(Number(fee) / Number(quote.fee.expected) - 1)).toBeLessThan(0.02)
    expect(fee <= BigInt(quote.fee.high) && BigInt(quote.fee.low) <= BigInt(quote.fee.expected)).toBe(true)
  })

  it('counts what is missing beside what other runs need, and stays under a ceiling', async () => {
    const options = {
      db: engine.db,
      importId: 'none',
      nfts: 50,
      hosted: { mints: 50, of: 50, uri: 'x'.repeat(60), distinct: 50 },
      project: engine.project,
      collection: await collectionByPk(engine.db, engine.collectionPk),
      client: chain,
    }
    const free = await makeQuote({ ...options, reserved: plenty, ceiling: null })
    expect(free.shortfall).toBe(free.fee.high)
    const capped = await makeQuote({ ...options, reserved: 0n, ceiling: gwei })
    expect(capped).toMatchObject({ shortfall: '0', fee: { high: capped.gas.concat('000000000') } })
  })

  it('names a contract that was asked for by itself beside the fee, and sees that there is coin for both', async () => {
    const badges = {
      ...({ id: 'badges', chain: 'polygon', contractKind: 'economy', fungibility: 'non-fungible' } as const),
      metadata: { name: 'Badges', description: '', imageUrl: '', symbol: 'B' },
      initial: { supplyLimit: null, payments: null },
      ...{ contractUri: usualUri, reupload: false },
    }
    const { pk } = await engine.db
      .transaction()
      .execute((trx) => addCollection(trx, engine.project.id, badges, 'make badges', Date.now()))
    const asked = await quoteFor(50, { pk, reserved: plenty })
    expect(asked.contractFee).toBe('0')
    expect(BigInt(asked.shortfall)).toBeGreaterThan(BigInt(asked.fee.high) + BigInt(asked.contractBeside))

    engine.engine.wake(pk)
    await until('signed', async () => (await deploymentsOf(engine.db, pk)).length > 0)
    const signed = await quoteFor(50, { pk, reserved: plenty })
    expect([signed.contractFee, signed.contractBeside]).toEqual(['0', asked.contractBeside])
    startBlocks()
    const run = await addRun(50, undefined, pk)
    await runFinished(engine, run)
    const { fee, transactions } = await runSpending(engine.db, run)
    expect(transactions).toBe(asked.transactions)
    expect(Math.abs(Number(fee) / Number(asked.fee.expected) - 1)).toBeLessThan(0.02)
    const paid = (await deploymentsOf(engine.db, pk)).reduce((sum, { fee }) => sum + Number(fee), 0)
    expect(Math.abs(paid / Number(asked.contractBeside) - 1)).toBeLessThan(0.02)
    expect(await quoteFor(50, { pk })).toMatchObject({ contractFee: '0', contractBeside: '0', shortfall: '0' })
  })
})

describe('a higher fee at the same sequence', () => {
  it('follows a spike after sending, and the batch is minted once', async () => {
    const before = await mintedNow()
    const run = await addRun(40)
    await sent(run)
    base = 200n * gwei
    startBlocks()
    await runFinished(engine, run)
    const all = await attempts(run)
    expect(new Set(all.map(({ transaction_pk }) => transaction_pk)).size).toBe(1)
    expect(all.length).toBeGreaterThan(1)
    for (const [place, { max, tip }] of all.entries()) {
      const old = all[place - 1]
      if (old) expect(max * 8n >= old.max * 9n && tip * 8n >= old.tip * 9n).toBe(true)
    }
    // Twice the next block's base fee. Until `mine` has ordered that, the network names seven eighths of the last one (EIP-1559, an empty block).
    expect((all.at(-1)?.max ?? 0n) >= (2n * base * 7n) / 8n).toBe(true)
    expect(await mintedNow()).toBe(before + 40)
  })

  it('is bumped again when the network says that it replaces nothing', async () => {
    const before = await mintedNow()
    const run = await addRun(40)
    await sent(run)
    // Something at the same sequence that pays more and fits into no block.
    const call = await chain.prepare({ kind: 'fill' }, 0)
    const heavy = await chain.sign({ ...call, weight: '29000000' }, 0, await chain.sequence(treasury), {
      max: 5n * gwei,
      priority: 5n * gwei,
    })
    expect(await chain.send([heavy.raw])).toEqual([{ kind: 'accepted' }])
    await anvil.setBlockGasLimit({ gasLimit: 20_000_000n })
    startBlocks()
    await runFinished(engine, run).finally(() => anvil.setBlockGasLimit({ gasLimit: 30_000_000n }))
    const answers = (await attempts(run)).map(({ answer }) => answer)
    expect(answers.filter((answer) => answer === 'underpriced').length).toBeGreaterThan(0)
    expect(answers.at(-1)).toMatch(/accepted|known|sequence-used/)
    expect(await mintedNow()).toBe(before + 40)
  })

  it('waits for the coin that it lacks, says how much, and goes on', async () => {
    const run = await addRun(40)
    await sent(run)
    await money(gwei * 10n ** 7n)
    base = 200n * gwei
    startBlocks()
    const waits = await until('short', async () => (notice()?.for === 'funds' ? notice() : null))
    expect(waits).toMatchObject({ address: treasury })
    expect((waits.missing ?? 0n) > 0n).toBe(true)
    expect(waits.text).toContain(treasury)
    expect((await attempts(run)).length).toBe(1)
    await money((await chain.balance(treasury)) + (waits.missing ?? 0n) * 2n)
    await runFinished(engine, run)
    expect(notice()).toBeNull()
  })
})

describe('a dry treasury', () => {
  it('pauses a run in its middle, is told once, and the run goes on when coin arrives', async () => {
    const run = await addRun(300)
    // Two batches of fifty are under way at most, and the next two are in no block before another comes: not all of it can be on its way.
    await until('some minted', async () => {
      const minted = await engine.db
        .selectFrom('batches')
        .select('pk')
        .where('run_id', '=', run)
        .where('state', '=', 'succeeded')
        .execute()
      if (minted.length === 0) await mine()
      return minted.length > 0
    })
    await money(0n)
    startBlocks()
    await until('dry', async () => notice(run)?.for === 'funds')
    // What was under way and is not paid yet waits in the network's pool; the sum may be told anew for it, and then nothing changes.
    let before: number
    do {
      before = told.length
      await moreRounds()
    } while (told.length !== before)
    await moreRounds()
    expect(told.length).toBe(before)
    await money(plenty)
    await runFinished(engine, run)
  })

  it('is the same when the network finds it out', async () => {
    cut = true
    const run = await addRun(10)
    await until('signed', async () => (await attempts(run)).length === 1)
    await money(0n)
    cut = false
    startBlocks()
    const waits = await until('refused', async () => (notice()?.for === 'funds' ? notice() : null))
    expect((await attempts(run))[0]?.answer).toContain('insufficient-funds')
    expect((waits.missing ?? 0n) > 0n).toBe(true)
    await money(waits.missing ?? 0n)
    await runFinished(engine, run)
  })
})

describe('a fee ceiling', () => {
  it('holds the run and nothing else, until the fee falls', async () => {
    base = 80n * gwei
    await mine()
    startBlocks()
    const run = await addRun(60, 50n * gwei)
    await until('held', async () => notice(run)?.for === 'fee' && notice() === null)
    expect(notice(run)?.text).toMatch(/^The fee is \d\d(\.\d+)? gwei, and your ceiling 50 gwei/)
    const other = await addRun(10)
    await runFinished(engine, other)
    expect(await attempts(run)).toEqual([])
    base = 30n * gwei
    await runFinished(engine, run)
    const paid = await attempts(run)
    expect(paid.length).toBeGreaterThan(0)
    for (const { max } of paid) expect(max <= 50n * gwei).toBe(true)
  })

  it('lets what is sent wait: it is never raised above it, and raised when the ceiling is', async () => {
    const run = await addRun(40, 3n * gwei)
    await sent(run)
    base = 20n * gwei
    startBlocks()
    const waits = await until('stuck', async () => (notice()?.for === 'fee' ? notice() : null))
    expect(waits.text).toContain('A transaction of “run of 40” that is sent may pay 3 gwei at most, and the fee is')
    await moreBlocks(15)
    for (const { max } of await attempts(run)) expect(max <= 3n * gwei).toBe(true)
    await setFeeCeiling(engine.db, run, 100n * gwei)
    engine.engine.wake(engine.collectionPk)
    await runFinished(engine, run)
    for (const { max } of await attempts(run)) expect(max <= 100n * gwei).toBe(true)
  })
})
