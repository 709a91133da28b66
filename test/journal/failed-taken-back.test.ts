import { expect, it } from 'vitest'
import { type Event, modelWorld } from './model/world.ts'

/** The contract's mark is the first batch's; a second batch, behind it, fails for a recipient. */
const failed: readonly Event[] = [
  { do: 'mints', ids: ['i9', 'h8'], into: 1 },
  { do: 'steps', count: 20 },
  { do: 'mine', count: 1, includes: true },
  { do: 'run', run: 'summer', size: 2 },
  { do: 'steps', count: 12 },
  { do: 'recipients', refuse: true },
  { do: 'steps', count: 3 },
  { do: 'mine', count: 2, includes: true },
  { do: 'reorganise', depth: 1, drop: false, includes: false },
  { do: 'steps', count: 11 },
]

it('a batch that failed for its recipients stays failed where a deep reorganisation has it refused for another writer', () => {
  const world = modelWorld({})
  const happen = (event: Event): void => {
    world.happen(event)
    world.check()
  }
  const second = () => world.state().batches[1]?.state
  for (const event of failed) happen(event)
  for (let step = 0; step < 20 && second() !== 'failed'; step++) happen({ do: 'steps', count: 1 })
  expect(second()).toBe('failed')

  // The first batch fails too, so the second finds a contract without a mark.
  happen({ do: 'take back', depth: 4, drop: false, includes: false })
  happen({ do: 'mine', count: 1, includes: true })
  expect(world.state().count).toBe(2)
  expect(world.state().tokens[1]).toEqual([])
  expect(second()).toBe('failed')

  world.comeToRest()
  world.checkEnd()
  expect(second()).toBe('failed')
})
