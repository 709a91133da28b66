/** A recovery that looks at a collection while a person decides to go on with it. */
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MadeCollection } from '../../../src/core/chains/family/collections.ts'
import type { ChainClient } from '../../../src/core/chains/family/family.ts'
import { openBatchLists } from '../../../src/core/metadata/batch-lists.ts'
import { collectionFacts } from '../../../src/core/minting/deps.ts'
import type { RecoveryDeps } from '../../../src/core/minting/reconcile/recovered-facts.ts'
import { createRecovery } from '../../../src/core/minting/reconcile/recovery.ts'
import { collectionByPk } from '../../../src/core/store/collections/collections.ts'
import { resumeCollection } from '../../../src/core/store/collections/halting.ts'
import { simulatedChains } from '../simulated/client.ts'
import { heldWorld } from '../simulated/held-world.ts'
import { expectTruth } from '../simulated/truth.ts'
import type { SimulatedWorld } from '../simulated/world.ts'

let world: SimulatedWorld
let dir: string
let close: () => Promise<void>
/** Open by the end of a test, however it ends. */
const gates: (() => void)[] = []
/** Called before the signer queue is told what became of its transactions. */
let beforeQueueSettles = async (): Promise<void> => {}

beforeEach(async () => {
  ;({ world, dir, close } = await heldWorld({
    through: (chains) => ({
      ...chains,
      client: async (kind, chain) => settlingAfter(await chains.client(kind, chain), () => beforeQueueSettles()),
    }),
  }))
  beforeQueueSettles = async () => {}
  await world.addMints(['warm'])
  await world.settle()
  await world.keepCopy()
  await world.addHosted(['h1', 'h2', 'h3'])
  await world.settle()
  await world.forgetContent()
  await world.restoreCopy()
  await world.addHosted(['h2', 'h4'])
  await world.round()
  expect((await world.states()).halted).toMatchObject([{ halted: expect.stringContaining('cannot be read') }])
})
afterEach(() => {
  for (const open of gates.splice(0)) open()
  return close()
})

/** The same client, which tells of a batch only once `before` is through. */
function readingAfter(real: ChainClient, before: () => Promise<void>): ChainClient {
  const client: ChainClient = {
    ...real,
    observe: (read) => read(client),
    async chainBatch(...asked) {
      await before()
      return real.chainBatch(...asked)
    },
  }
  return client
}

/** The same client, which tells what became of transactions only once `before` is through. */
function settlingAfter(real: ChainClient, before: () => Promise<void>): ChainClient {
  const client: ChainClient = {
    ...real,
    observe: (read) => read(client),
    async receipts(hashes) {
      await before()
      return real.receipts(hashes)
    },
  }
  return client
}

/** Holds up whoever passes until it is opened, and tells of the first. */
function gate() {
  let arrived = (): void => {}
  let open = (): void => {}
  const isWaitedFor = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  gates.push(open)
  const pass = (): Promise<void> => {
    arrived()
    return opened
  }
  return { pass, isWaitedFor, open }
}

/** `mintdesk recover`; what it says at its end. @param before called before it is told of a batch */
async function recover(before = async (): Promise<void> => {}) {
  const { db, collectionPk } = world
  const real = await simulatedChains(world.chain).client('practice', 'polygon')
  const treasuryOf = (index: number) => (index === 0 ? world.treasury : `treasury ${index}`)
  const row = await collectionByPk(db, collectionPk)
  const facts = collectionFacts({ id: row.project_id, kind: 'practice', index: 0 }, row)
  const made: MadeCollection = { contract: row.contract_address ?? '', creator: treasuryOf(0), block: 0, facts }
  const client = readingAfter({ ...real, treasury: treasuryOf, madeCollections: async () => [made] }, before)
  const engine = {
    ...{ db, identity: world.identity, metadata: world.metadata, clock: Date.now, point: () => undefined },
    ...{ lists: openBatchLists(join(dir, 'lists'), join(dir, 'content/unfinished')), log: pino({ level: 'silent' }) },
    ...{ events: { collectionChanged: () => undefined }, chains: { client: async () => client } },
  } as unknown as RecoveryDeps['engine']
  const recovery = createRecovery({
    engine,
    read: async () => undefined,
    items: { cidOf: async () => undefined },
    mintsKey: () => new Uint8Array(32),
    networks: async () => [{ kind: 'practice', chain: 'polygon' }],
    left: () => null,
    keepLiveSeed: async () => undefined,
    wake: () => undefined,
  })
  recovery.start({ dryRun: false, collectionIds: [] })
  return await vi.waitFor(() => {
    expect(recovery.state().state).toBe('done')
    return recovery.state()
  })
}

it('does not halt a collection again that a person resumed meanwhile, and that is minted into since', async () => {
  const reading = gate()
  const recovering = recover(reading.pass)
  await reading.isWaitedFor
  await world.resumeCollection()
  await world.settle()
  expect(world.chain.tokens(), 'h4 was minted meanwhile').toHaveLength(5)
  reading.open()
  expect(await recovering).toMatchObject({
    found: [{ remark: expect.stringContaining('It was resumed meanwhile') }],
    remarks: [],
  })
  expect((await world.states()).halted).toEqual([])
  await world.addMints(['after'])
  await world.settle()
  await expectTruth(world, ['warm', 'h2', 'h4', 'after'])
})

it('does not halt a collection again before its signer queue carries out what a person decided', async () => {
  await resumeCollection(world.db, world.collectionPk)
  expect(await recover()).toMatchObject({
    found: [{ remark: expect.stringContaining('It was resumed meanwhile') }],
    remarks: [],
  })
  expect((await world.states()).halted).toEqual([])
})

it('halts a collection whose list cannot be read where a person had resumed it for another one', async () => {
  await world.resumeCollection()
  await world.settle()
  await world.keepCopy()
  await world.addHosted(['h5', 'h6'])
  await world.settle()
  await world.forgetContent()
  await world.restoreCopy()
  expect((await world.states()).halted).toEqual([])
  await recover()
  expect((await world.states()).halted).toMatchObject([{ halted: expect.stringContaining('cannot be read') }])
})

it('leaves a collection out while its own transactions mint into it, and halts it for nothing that was accepted before', async () => {
  await world.resumeCollection()
  await world.settle()
  await world.addMints(['later'])
  const settling = gate()
  beforeQueueSettles = settling.pass
  world.chain.mine(5)
  const round = world.round()
  await settling.isWaitedFor
  expect(await recover()).toMatchObject({
    found: [{ entered: 0, remark: expect.stringContaining('Transactions of it are under way') }],
    remarks: [],
  })
  expect((await world.states()).halted).toEqual([])
  settling.open()
  await round
  await world.settle()
  await expectTruth(world, ['warm', 'h2', 'h4', 'later'])
})
