import { cpSync, rmSync, symlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mintsNow } from '../../../src/core/store/journal/mints-now.ts'
import { openWorld, type SimulatedWorld, temporaryFolder } from '../simulated/world.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const ids = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8']

/** What a folder of the app holds beside its database: whoever reads a batch back finds its list, as on IPFS. */
const sharedFolders = ['content', 'lists']

/** Two copies of one data folder, both running on one chain: `first` is the one that was copied. */
async function openCopies(): Promise<{ copies: [SimulatedWorld, SimulatedWorld]; close(): Promise<void> }> {
  const dir = await temporaryFolder()
  const other = await temporaryFolder()
  const original = await openWorld(dir)
  await original.addMints(['warm'])
  await original.settle()
  const { chain } = original
  await original.close()
  rmSync(other, { recursive: true })
  cpSync(dir, other, { recursive: true })
  for (const name of sharedFolders) {
    rmSync(join(other, name), { recursive: true, force: true })
    symlinkSync(join(dir, name), join(other, name))
  }
  const copies: [SimulatedWorld, SimulatedWorld] = [await openWorld(dir, { chain }), await openWorld(other, { chain })]
  return {
    copies,
    async close() {
      for (const copy of copies) await copy.close()
      for (const folder of [dir, other]) await rm(folder, { recursive: true, force: true })
    },
  }
}

function expectNoDouble({ chain }: SimulatedWorld): void {
  const owners = chain.tokens().map(({ owner }) => owner)
  expect(
    owners.filter((owner, place) => owners.indexOf(owner) !== place),
    'minted twice',
  ).toEqual([])
}

const which = fc.constantFrom(0 as const, 1 as const)
const command = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      which,
      ids: fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('round' as const), which }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('mine' as const), count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('take over' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('delay' as const, 'deliver' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reorganise' as const),
      depth: fc.integer({ min: 1, max: 8 }),
      drop: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('keep' as const, 'put back' as const), which }) },
)
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

async function carryOut(copies: readonly [SimulatedWorld, SimulatedWorld], given: Command): Promise<void> {
  const { chain } = copies[0]
  switch (given.do) {
    case 'add':
      return copies[given.which].addMints(given.ids)
    case 'round':
      return copies[given.which].round()
    case 'mine':
      chain.mine(given.count)
      return
    case 'take over':
      copies[given.which].goOn()
      return copies[given.which].round()
    case 'restart':
      return copies[given.which].restart()
    case 'delay':
      chain.world.delayed = true
      return
    case 'deliver':
      chain.world.delayed = false
      chain.deliver()
      return
    case 'reorganise':
      chain.reorganise(given.depth, { drop: given.drop, includes: true })
      return
    case 'keep':
      return copies[given.which].keepCopy()
    case 'put back':
      await copies[given.which].restoreCopy()
  }
}

it('two live copies of the app that group the same mints otherwise mint none of them twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 40, size: 'max' }), async (commands) => {
      const { copies, close } = await openCopies()
      try {
        for (const given of commands) {
          await carryOut(copies, given)
          expectNoDouble(copies[0])
        }
      } finally {
        await close()
      }
    }),
    {
      numRuns: Number(process.env.MINTDESK_RUNS ?? 24),
      interruptAfterTimeLimit: Number(process.env.MINTDESK_RUNS_MS ?? 40_000),
      seed: Number(process.env.MINTDESK_SEED ?? 11),
      ...(process.env.MINTDESK_PATH ? { path: process.env.MINTDESK_PATH } : {}),
    },
  )
}, 3_600_000)

it('the second copy says that there is another writer, and taking over works both ways', async () => {
  const { copies, close } = await openCopies()
  const [one, other] = copies
  const stateOf = async (world: SimulatedWorld, id: string) =>
    (await mintsNow(world.db).select('state').where('id', '=', id).executeTakeFirst())?.state
  try {
    await one.addMints(['a1', 'b2'])
    await one.settle()
    await other.addMints(['a1', 'c3'])
    for (let block = 0; block < 5; block++) {
      await other.round()
      one.chain.mine()
    }
    const [halted] = (await other.states()).halted
    expect(halted?.halted).toMatch(
      /Another copy of Mintdesk mints into this collection on Polygon since 1970-.*Close it, then take over with “mintdesk collections take-over default-polygon”/,
    )
    expect(one.chain.tokens()).toHaveLength(3)
    await other.takeOver()
    await other.settle()
    expect(one.chain.tokens()).toHaveLength(4)
    expect(await stateOf(other, 'a1')).toBe('succeeded')

    await one.addMints(['c3', 'd4'])
    for (let block = 0; block < 5; block++) {
      await one.round()
      one.chain.mine()
    }
    expect((await one.states()).halted[0]?.halted).toContain('Another copy of Mintdesk')
    expect(one.chain.tokens()).toHaveLength(4)
    await one.takeOver()
    await one.settle()
    expect(one.chain.tokens()).toHaveLength(5)
    expect([await stateOf(one, 'c3'), await stateOf(one, 'd4')]).toEqual(['succeeded', 'succeeded'])
    expectNoDouble(one)
  } finally {
    await close()
  }
})

it('a take-over goes for the copy that was closed, though it began anew since; a second one is refused', async () => {
  const { copies, close } = await openCopies()
  const [one, other] = copies
  const rounds = async (world: SimulatedWorld) => {
    for (let block = 0; block < 5; block++) {
      await world.round()
      world.chain.mine()
    }
  }
  try {
    await one.addMints(['a1'])
    await one.settle()
    await other.addMints(['b2'])
    await rounds(other)
    expect((await other.states()).halted).toHaveLength(1)
    await one.restart()
    await one.addMints(['c3'])
    await one.settle()
    await other.takeOver()
    await rounds(other)
    expect((await other.states()).halted, 'nobody is asked once more').toEqual([])
    await expect(other.takeOver()).rejects.toMatchObject({
      code: 'collection.running',
      message: 'No other copy of Mintdesk is known to mint into the collection "default-polygon".',
    })
    expect(one.chain.tokens()).toHaveLength(4)
    expectNoDouble(one)
  } finally {
    await close()
  }
})
