import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { expectCounted } from '../../store/counted-wallets.ts'
import { type Command, command, holdsInHistories } from './happenings.ts'

/** With more of what lets it be found again that something was minted. */
const happening: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: command },
  { weight: 3, arbitrary: fc.constant<Command>({ do: 'mine', count: 3, empty: false }) },
  { weight: 1, arbitrary: fc.constant<Command>({ do: 'take back', depth: 12, drop: true }) },
  { weight: 1, arbitrary: fc.constantFrom<Command>({ do: 'keep copy' }, { do: 'restore copy' }) },
)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('counts what was minted to each user at every moment, whatever happens in whatever order', async () => {
  let most = 0
  await holdsInHistories(happening, {
    ...{ seed: 721, runs: 60, options: { toUsers: true } },
    always: async ({ db }) => {
      most = Math.max(most, Object.keys(await expectCounted(db)).length)
    },
  })
  expect(most, 'users that anything was minted to').toBeGreaterThan(2)
}, 600_000)
