import { expect, test, vi } from 'vitest'
import { keptOwners } from '../../../src/core/chains/evm/contracts/kept-owners.ts'

/** A chain of blocks with one token's owner, which counts what it is asked, and a clock that stands still. */
function chain() {
  const state = { head: '0xa', owner: 'ann', changes: 0 as number | null, now: 0, heads: 0, owners: 0 }
  const ownerOf = keptOwners(
    {
      changes: () => state.changes,
      async head() {
        state.heads++
        return state.head
      },
      async ownerOf() {
        state.owners++
        return state.owner
      },
    },
    () => state.now,
  )
  return { state, ownerOf }
}

test('many that ask in a moment cost one question, and the owner none while there is no newer block', async () => {
  const { state, ownerOf } = chain()
  await ownerOf('0x1', 1)
  state.now += 50
  const answers = await Promise.all(Array.from({ length: 50 }, () => ownerOf('0x1', 1)))
  expect(new Set(answers)).toEqual(new Set(['ann']))
  expect(state.owners).toBe(1)
  expect(state.heads).toBe(2)
})

test('nothing is asked for 50 ms while Mintdesk makes no block', async () => {
  const { state, ownerOf } = chain()
  await ownerOf('0x1', 1)
  state.now += 49
  expect(await ownerOf('0x1', 1)).toBe('ann')
  expect([state.heads, state.owners]).toEqual([1, 1])
})

test('whoever asks after a transfer in a block of Mintdesk’s hears of it at once', async () => {
  const { state, ownerOf } = chain()
  expect(await ownerOf('0x1', 1)).toBe('ann')
  state.changes = null
  expect(await ownerOf('0x1', 1)).toBe('ann')
  expect(state.heads).toBe(2)
  Object.assign(state, { head: '0xb', owner: 'bob', changes: 1 })
  expect(await ownerOf('0x1', 1)).toBe('bob')
})

test('what was asked while a block was made is not kept as the newest', async () => {
  const { state, ownerOf } = chain()
  state.changes = null
  expect(await ownerOf('0x1', 1)).toBe('ann')
  Object.assign(state, { head: '0xb', owner: 'bob' })
  expect(await ownerOf('0x1', 1)).toBe('bob')
})

test('whoever asks 50 ms after a transfer in a block that somebody else made hears of it', async () => {
  const { state, ownerOf } = chain()
  expect(await ownerOf('0x1', 1)).toBe('ann')
  Object.assign(state, { head: '0xb', owner: 'bob' })
  state.now += 50
  expect(await ownerOf('0x1', 1)).toBe('bob')
})

test('whoever asks while the newest block is asked for is not answered by that, which may be from before a transfer', async () => {
  const state = { head: '0xa', owner: 'ann', changes: 0 }
  const answers: (() => void)[] = []
  const ownerOf = keptOwners({
    changes: () => state.changes,
    head: () => {
      const { head } = state
      return new Promise((resolve) => answers.push(() => resolve(head)))
    },
    ownerOf: async () => state.owner,
  })
  const answer = () => vi.waitUntil(() => answers.shift()).then((give) => give())
  const first = ownerOf('0x1', 1)
  await answer()
  expect(await first).toBe('ann')
  state.changes++
  const before = ownerOf('0x1', 1)
  await vi.waitUntil(() => answers.length > 0)
  Object.assign(state, { head: '0xb', owner: 'bob', changes: 2 })
  const after = [ownerOf('0x1', 1), ownerOf('0x1', 1)]
  await answer()
  expect(await before).toBe('ann')
  await answer()
  expect(await Promise.all(after)).toEqual(['bob', 'bob'])
  expect(answers).toEqual([])
})

test('an answer that came with a newer block than was known is not taken for the older one’s', async () => {
  const state = { head: '0xa', owner: 'ann', changes: 0 }
  const ownerOf = keptOwners({
    changes: () => state.changes,
    head: async () => state.head,
    ownerOf: async () => {
      const { owner } = state
      Object.assign(state, { head: '0xb', owner: 'bob', changes: 1 })
      return owner
    },
  })
  expect(await ownerOf('0x1', 1)).toBe('ann')
  expect(await ownerOf('0x1', 1)).toBe('bob')
})

test('a network that could not be asked is asked again', async () => {
  let up = false
  const ownerOf = keptOwners({
    changes: () => 0,
    async head() {
      if (!up) throw new Error('down')
      return '0xa'
    },
    ownerOf: async () => 'ann',
  })
  await expect(ownerOf('0x1', 1)).rejects.toThrow('down')
  up = true
  expect(await ownerOf('0x1', 1)).toBe('ann')
})
