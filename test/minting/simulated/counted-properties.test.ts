import { rm } from 'node:fs/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mintsNow } from '../../../src/core/store/journal/mints-now.ts'
import { tokenAddress } from './chain.ts'
import { countedChains } from './counted-client.ts'
import { type Command, carryOut, comeToRest, command, type Model } from './happenings.ts'
import { expectNothingTwice, expectTruth } from './truth.ts'
import { openWorld, type SimulatedWorld, temporaryFolder } from './world.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Such a chain takes nothing back that it included. */
const final = command.filter(
  (given: Command) => !('includes' in given) && !('depth' in given) && (given as { do: string }).do !== 'lag',
)
/** Older copies of the database are what it is about. */
const copies = fc.constantFrom<Command>({ do: 'keep copy' }, { do: 'restore copy' })
const happening = fc.oneof({ weight: 6, arbitrary: final }, { weight: 1, arbitrary: copies })

/** Each token is known by its own address. */
async function expectAddresses({ db }: SimulatedWorld): Promise<void> {
  const minted = await mintsNow(db).select(['token_id', 'token_address']).where('state', '=', 'succeeded').execute()
  expect(minted.map(({ token_address }) => token_address)).toEqual(
    minted.map(({ token_id }) => tokenAddress(token_id ?? 0)),
  )
}

it('mints every mint once or not at all and loses none, where a collection only counts its tokens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 30, size: 'max' }), async (commands) => {
      const dir = await temporaryFolder()
      const world = await openWorld(dir, { confirmations: 1, chainsOf: countedChains })
      try {
        const model: Model = { accepted: new Set(), kept: null }
        for (const given of commands) {
          await carryOut(world, model, given)
          await expectNothingTwice(world)
        }
        await comeToRest(world)
        await expectTruth(world, model.accepted)
        await expectAddresses(world)
      } finally {
        await world.close()
        await rm(dir, { recursive: true, force: true })
      }
    }),
    {
      numRuns: Number(process.env.MINTDESK_RUNS ?? 100),
      interruptAfterTimeLimit: Number(process.env.MINTDESK_RUNS_MS ?? 40_000),
      seed: Number(process.env.MINTDESK_SEED ?? 1),
      ...(process.env.MINTDESK_PATH ? { path: process.env.MINTDESK_PATH } : {}),
    },
  )
}, 600_000)
