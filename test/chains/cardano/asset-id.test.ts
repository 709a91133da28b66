import fc from 'fast-check'
import { expect, it } from 'vitest'
import { labelOf, nameText, nftBy } from '../../../src/core/chains/cardano/asset-id.ts'

/** CIP-67's test vectors, and CIP-68's labels. */
const labels: Readonly<Record<string, string>> = {
  ...{
    0: '00000000',
    1: '00001070',
    23: '00017650',
    99: '000632e0',
    533: '00215410',
    2000: '007d0550',
    4567: '011d7690',
  },
  ...{ 11111: '02b670b0', 49328: '0c0b0f40', 65535: '0ffff240', 100: '000643b0', 222: '000de140', 333: '0014df10' },
}

it.each(Object.entries(labels))('the label %s is read from a name, and no other sum is taken', (label, hex) => {
  expect(labelOf(`${hex}414243`)).toBe(Number(label))
  expect(labelOf(hex)).toBe(Number(label))
  const sum = Number.parseInt(hex.slice(5, 7), 16)
  for (let other = 0; other < 256; other++)
    if (other !== sum) expect(labelOf(`${hex.slice(0, 5)}${other.toString(16).padStart(2, '0')}0`)).toBeNull()
})

it('a name without a label is shown whole, one with a label without it, and what is no text in hex', () => {
  expect(nameText(Buffer.from('Clay #17').toString('hex'))).toBe('Clay #17')
  expect(nameText('000de14054657374546f6b656e')).toBe('TestToken')
  expect(nameText('000de140ff00')).toBe('ff00')
  expect(nameText('0001')).toBe('0001')
  expect(nameText('')).toBe('')
})

it('an NFT has the label 222, or nobody has a second one of it; reference and fungible tokens are none', () => {
  const of = (name: string, quantity: bigint) => nftBy({ policy: '', name }, quantity)
  expect([of('000de14041', 1n), of('000de14041', 5n)]).toEqual(['yes', 'yes'])
  expect([of('000643b041', 1n), of('0014df1041', 1n)]).toEqual(['no', 'no'])
  expect([of('414243', 1n), of('414243', 2n), of('', 1n), of('001bc28041', 1n)]).toEqual([
    'supply',
    'no',
    'supply',
    'supply',
  ])
})

it('any bytes make a name', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 32 }), (bytes) => {
      expect(typeof nameText(Buffer.from(bytes).toString('hex'))).toBe('string')
    }),
  )
})
