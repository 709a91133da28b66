import { rm } from 'node:fs/promises'
import fc from 'fast-check'
import type { SendFault } from './chain.ts'
import { expectNothingTwice, expectTruth } from './truth.ts'
import { openWorld, type SimulatedWorld, type SimulatedWorldOptions, temporaryFolder } from './world.ts'

/** What happens to the engine and its chain in a history, in whatever order. */

const runs = ['spring', 'summer'] as const
const ids = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7']
const faults: SendFault[] = ['answer-lost', 'not-heard', 'unclear', 'rate-limited', 'rejected', 'dropped', 'twice']

const run = fc.constantFrom(...runs)
export const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add run'), run, size: fc.integer({ min: 1, max: 8 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('add mints'),
      ids: fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('rounds'), count: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 9,
    arbitrary: fc.record({ do: fc.constant('mine'), count: fc.integer({ min: 1, max: 3 }), empty: fc.boolean() }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('die'), at: fc.integer({ min: 1, max: 14 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('send faults'),
      faults: fc.array(fc.constantFrom(...faults), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('read faults'),
      after: fc.integer({ min: 0, max: 8 }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('reorganise'),
      depth: fc.integer({ min: 1, max: 2 }),
      drop: fc.boolean(),
      includes: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lose pool') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fee'), base: fc.constantFrom(1n, 10n, 300n) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), blocks: fc.integer({ min: 10, max: 14 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('outside'), ahead: fc.integer({ min: 0, max: 2 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('funds'), amount: fc.constantFrom(0n, 30_000_000n, 10n ** 18n) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lag'), blocks: fc.integer({ min: 0, max: 1 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('keep copy') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore copy') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('take back'), depth: fc.integer({ min: 3, max: 12 }), drop: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('pause', 'resume', 'cancel', 'retry'), run }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('revert'), transactions: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('correct'), run, ordinal: fc.integer({ min: 0, max: 3 }) }) },
)
export type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

/** The ids that the database has taken on; put back with it. */
interface Model {
  accepted: Set<string>
  kept: Set<string> | null
}

async function carryOut(world: SimulatedWorld, model: Model, given: Command): Promise<void> {
  const { chain } = world
  if ('size' in given) {
    await world.addRun(given.run, given.size)
  } else if ('ids' in given) {
    await world.addMints(given.ids)
    for (const id of given.ids) model.accepted.add(id)
  } else if ('faults' in given) chain.world.sendFaults.push(...given.faults)
  else if ('times' in given) chain.world.failing = { after: given.after, times: given.times }
  else if ('includes' in given) {
    chain.reorganise(given.depth, given)
    await world.round()
  } else if ('base' in given) chain.world.baseFee = given.base
  else if ('ahead' in given) chain.spendExternally(world.treasury, chain.count(world.treasury) + given.ahead)
  else if ('amount' in given) chain.setBalance(world.treasury, given.amount)
  else if ('at' in given) world.dieAt(given.at)
  else if ('empty' in given) {
    chain.mine(given.count, !given.empty)
    await world.round()
  } else if ('count' in given) for (let round = 0; round < given.count; round++) await world.round()
  else if ('depth' in given) {
    chain.reorganise(given.depth, { drop: given.drop, includes: !given.drop })
    await world.round()
  } else if (given.do === 'lag') chain.world.lag = (given as { blocks: number }).blocks
  else if ('blocks' in given)
    for (let block = 0; block < given.blocks; block++) {
      chain.mine()
      await world.round()
    }
  else if ('transactions' in given) chain.world.reverting = given.transactions
  else if ('ordinal' in given) await world.correct(given.run, given.ordinal)
  else if ('run' in given) await control(world, given)
  else if (given.do === 'lose pool') chain.dropPool()
  else if (given.do === 'keep copy') {
    await world.keepCopy()
    model.kept = new Set(model.accepted)
  } else if (given.do === 'restore copy') {
    chain.world.lag = 0
    if (!model.kept) return
    await world.restoreCopy()
    model.accepted = new Set(model.kept)
  }
}

async function control(world: SimulatedWorld, given: { do: string; run: string }): Promise<void> {
  const found = await world.run(given.run)
  if (!found) return
  const act = given.do as 'pause' | 'resume' | 'cancel' | 'retry'
  await world.during(async () => {
    await world.control[act](found).catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'run.state') throw error
    })
    world.wake()
  })
}

/** Everything that is wrong outside becomes right, paused runs go on, and a person does what a notice says. */
async function comeToRest(world: SimulatedWorld): Promise<void> {
  const { chain } = world
  Object.assign(chain.world, { lag: 0, sendFaults: [], failing: { after: 0, times: 0 }, baseFee: 1n, reverting: 0 })
  world.dieAt(-1)
  chain.setBalance(world.treasury, 10n ** 18n)
  // A round that failed is tried again, also when nothing waits in the journal: the network may have to be brought up to it.
  await world.round()
  chain.world.baseFee = 10n
  // What was settled and then taken back is seen as blocks come, also when nothing waits.
  for (let block = 0; block < 8; block++) {
    await world.round()
    chain.mine()
  }
  await world.settle(150, async () => {
    for (const name of runs) {
      const found = await world.run(name)
      if (found?.state === 'paused') await world.during(() => world.control.resume(found))
    }
    if (world.notice()?.includes('mintdesk networks free')) world.replaceExternalUse()
    world.goOn()
  })
}

/**
 * Lives through many histories of such happenings: whatever happens, nothing is minted twice; at rest, all that was accepted has an end that the
 * chain shows.
 * @param options of each world
 * @param more what else holds at rest
 * @param always what else holds at every moment
 */
export async function holdsInHistories(
  happening: fc.Arbitrary<Command>,
  {
    seed,
    runs: histories = 40,
    options = {},
    more,
    always,
  }: {
    seed: number
    runs?: number
    options?: SimulatedWorldOptions
    more?(world: SimulatedWorld): Promise<void>
    always?(world: SimulatedWorld): Promise<void>
  },
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 30, size: 'max' }), async (commands) => {
      const dir = await temporaryFolder()
      const world = await openWorld(dir, options)
      try {
        const model: Model = { accepted: new Set(), kept: null }
        for (const given of commands) {
          await carryOut(world, model, given)
          await expectNothingTwice(world)
          await always?.(world)
        }
        await comeToRest(world)
        await expectTruth(world, model.accepted)
        await more?.(world)
        await always?.(world)
      } finally {
        await world.close()
        await rm(dir, { recursive: true, force: true })
      }
    }),
    {
      numRuns: Number(process.env.MINTDESK_RUNS ?? histories),
      // Longer than it may take on a loaded machine; what a failure took until then is shrunk and said.
      interruptAfterTimeLimit: Number(process.env.MINTDESK_RUNS_MS ?? 40_000),
      // The same runs each time, so that a failure is one of the change at hand; other seeds are for longer runs by hand.
      seed: Number(process.env.MINTDESK_SEED ?? seed),
      ...(process.env.MINTDESK_PATH ? { path: process.env.MINTDESK_PATH } : {}),
    },
  )
}
