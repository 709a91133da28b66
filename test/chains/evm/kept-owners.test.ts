import { expect, test } from 'vitest'
import { keptOwners } from '../../../src/core/chains/evm/kept-owners.ts'

/** A chain of blocks with one token's owner, which counts what it is asked. */
function chain() {
  const state = { head: '0xa', owner: 'ann', heads: 0, owners: 0 }
  const ownerOf = keptOwners({
    async head() {
      state.heads++
      return state.head
    },
    async ownerOf() {
      state.owners++
      return state.owner
    },
  })
  return { state, ownerOf }
}

test('many that ask in a moment cost one question, and the owner none while there is no newer block', async () => {
  const { state, ownerOf } = chain()
  await ownerOf('0x1', 1)
  const answers = await Promise.all(Array.from({ length: 50 }, () => ownerOf('0x1', 1)))
  expect(new Set(answers)).toEqual(new Set(['ann']))
  expect(state.owners).toBe(1)
  expect(state.heads).toBeLessThanOrEqual(2)
})

test('whoever asks after a transfer hears of it at once', async () => {
  const { state, ownerOf } = chain()
  expect(await ownerOf('0x1', 1)).toBe('ann')
  Object.assign(state, { head: '0xb', owner: 'bob' })
  await new Promise(setImmediate)
  expect(await ownerOf('0x1', 1)).toBe('bob')
})

test('an answer that came with a newer block than was known is not taken for the older one’s', async () => {
  const state = { head: '0xa', owner: 'ann' }
  const ownerOf = keptOwners({
    head: async () => state.head,
    ownerOf: async () => {
      const { owner } = state
      Object.assign(state, { head: '0xb', owner: 'bob' })
      return owner
    },
  })
  expect(await ownerOf('0x1', 1)).toBe('ann')
  await new Promise(setImmediate)
  expect(await ownerOf('0x1', 1)).toBe('bob')
})

test('a network that could not be asked is asked again', async () => {
  let up = false
  const ownerOf = keptOwners({
    async head() {
      if (!up) throw new Error('down')
      return '0xa'
    },
    ownerOf: async () => 'ann',
  })
  await expect(ownerOf('0x1', 1)).rejects.toThrow('down')
  up = true
  await new Promise(setImmediate)
  expect(await ownerOf('0x1', 1)).toBe('ann')
})
