import { rm } from 'node:fs/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, it, vi } from 'vitest'
import { carryOut, comeToRest, command, type Model } from './happenings.ts'
import { expectNothingTwice, expectTruth } from './truth.ts'
import { openWorld, temporaryFolder } from './world.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('mints every mint once or not at all and loses none, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 30, size: 'max' }), async (commands) => {
      const dir = await temporaryFolder()
      const world = await openWorld(dir)
      try {
        const model: Model = { accepted: new Set(), kept: null }
        for (const given of commands) {
          await carryOut(world, model, given)
          await expectNothingTwice(world)
        }
        await comeToRest(world)
        await expectTruth(world, model.accepted)
      } finally {
        await world.close()
        await rm(dir, { recursive: true, force: true })
      }
    }),
    {
      numRuns: Number(process.env.MINTDESK_RUNS ?? 100),
      // Longer than it may take on a loaded machine; what a failure took until then is shrunk and said.
      interruptAfterTimeLimit: Number(process.env.MINTDESK_RUNS_MS ?? 40_000),
      // The same runs each time, so that a failure is one of the change at hand; other seeds are for longer runs by hand.
      seed: Number(process.env.MINTDESK_SEED ?? 721),
      ...(process.env.MINTDESK_PATH ? { path: process.env.MINTDESK_PATH } : {}),
    },
  )
}, 600_000)
