import { expect, it } from 'vitest'
import { moveAnchor } from '../../../src/core/minting/reconcile/taken-back.ts'

const chain = (...hashes: string[]) => new Map(hashes.map((hash, number) => [number, { hash }]))

it('goes up with what is compared, and never down', () => {
  const anchor = { block: { number: 1, hash: 'b' } }
  expect(moveAnchor(anchor, { number: 2, hash: 'c' }, chain('a', 'b', 'c'))).toBe(true)
  expect(anchor.block).toEqual({ number: 2, hash: 'c' })
  expect(moveAnchor(anchor, { number: 0, hash: 'a' }, chain('a', 'b', 'c'))).toBe(true)
  expect(anchor.block).toEqual({ number: 2, hash: 'c' })
})

it('stays where a reorganisation took it out in the middle of a round, so that the next round sees it', () => {
  const anchor = { block: { number: 1, hash: 'b' } }
  expect(moveAnchor(anchor, { number: 2, hash: 'C' }, chain('a', 'B', 'C'))).toBe(false)
  expect(anchor.block).toEqual({ number: 1, hash: 'b' })
})

it('goes up from a block that the node has forgotten', () => {
  const anchor = { block: { number: 0, hash: 'a' } }
  expect(moveAnchor(anchor, { number: 2, hash: 'c' }, new Map([[2, { hash: 'c' }]]))).toBe(true)
  expect(anchor.block).toEqual({ number: 2, hash: 'c' })
})
