import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { expectCounted } from '../../store/counted-wallets.ts'
import { command, holdsInHistories } from './happenings.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('counts what was minted to each user at every moment, whatever happens in whatever order', async () => {
  let most = 0
  await holdsInHistories(command, {
    ...{ seed: 721, runs: 60, options: { toUsers: true } },
    always: async ({ db }) => {
      most = Math.max(most, Object.keys(await expectCounted(db)).length)
    },
  })
  expect(most).toBeGreaterThan(4)
}, 600_000)
