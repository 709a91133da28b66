import { afterEach, beforeEach, it, vi } from 'vitest'
import { command, holdsInHistories } from './happenings.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it(
  'mints every mint once or not at all and loses none, whatever happens in whatever order',
  () => holdsInHistories(command, { seed: 721 }),
  600_000,
)
