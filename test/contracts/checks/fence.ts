import { type Address, concatHex, encodeFunctionData, type Hex, numberToHex, zeroAddress } from 'viem'
import { expect } from 'vitest'
import { foldTrail, noTrail } from '../../../src/core/chains/family/fence.ts'
import type { Check } from '../support/bench.ts'
import {
  abi,
  type Collection,
  eventsOf,
  type Fence,
  fence,
  noFence,
  stranger,
  uriBlock,
  word,
} from '../support/collection.ts'

const trailOf = async (collection: Collection, minter: Address = collection.owner) =>
  numberToHex((await collection.read('marks', [minter]))[1], { size: 28 })
const mint = (job: number, of: Fence, to: Address = stranger(1)) => [word(job), of, to, word(1), ''] as const

/** Every way to mint. */
const ways: Record<string, (job: Hex, of: Fence) => Hex> = {
  mintBatch: (job, of) => encodeFunctionData({ abi, functionName: 'mintBatch', args: [job, of, word(5), stranger(1)] }),
  mintBatchSorted: (job, of) =>
    encodeFunctionData({ abi, functionName: 'mintBatchSorted', args: [job, of, word(5), stranger(1)] }),
  mintBatchBase: (job, of) =>
    encodeFunctionData({ abi, functionName: 'mintBatchBase', args: [job, of, word(5), stranger(1), false] }),
  mintBatchUris: (job, of) =>
    encodeFunctionData({ abi, functionName: 'mintBatchUris', args: [job, of, stranger(1), uriBlock(['x:1'])] }),
  mintBatchUrisSorted: (job, of) =>
    encodeFunctionData({ abi, functionName: 'mintBatchUrisSorted', args: [job, of, stranger(1), uriBlock(['x:1'])] }),
  mint: (job, of) => encodeFunctionData({ abi, functionName: 'mint', args: [job, of, stranger(1), word(1), ''] }),
}

/** What the fence of each minter promises. */
export const fenceChecks: readonly Check[] = [
  {
    title: 'each way to mint folds its job into the trail of who mints, and nobody else’s',
    async run({ chain, create }) {
      const collection = await create()
      const [owner, other] = chain.accounts
      await collection.write(owner, 'setBaseURI', ['x:'])
      await collection.write(owner, 'grantRoles', [other, 1n])
      let trail = noTrail
      for (const [place, way] of Object.values(ways).entries()) {
        const job = word(0x1234 + place)
        const { logs } = await collection.writeData(way(job, noFence))
        expect(logs.length).toBe(2)
        trail = foldTrail(trail, job)
        expect(await collection.read('marks', [owner])).toEqual([0, BigInt(trail)])
      }
      expect(await collection.read('marks', [other])).toEqual([0, 0n])
      const receipt = await collection.write(other, 'mint', mint(77, fence({ writer: 5 })))
      expect(eventsOf(receipt).map(({ eventName, args }) => [eventName, args])).toEqual([
        ['WriterEntered', { minter: other, writer: 5 }],
        ['JobMinted', { jobId: word(77), minter: other, first: 7n, count: 1n }],
        ['Transfer', { from: zeroAddress, to: stranger(1), id: 7n }],
      ])
      expect(await collection.read('marks', [other])).toEqual([5, BigInt(foldTrail(noTrail, word(77)))])
      expect(await trailOf(collection)).toBe(trail)
      // Zeros go on passing where no writer ever entered.
      await collection.write(owner, 'mint', mint(78, noFence))
    },
  },
  {
    title: 'a writer enters where it knows all that was minted, and then mints alone',
    async run({ create }) {
      const collection = await create()
      const { owner } = collection
      const refused = (job: number, of: Fence) => collection.refusal(owner, 'mint', mint(job, of))
      await collection.write(owner, 'mint', mint(1, noFence))
      const known = await trailOf(collection)
      expect(await refused(2, fence({ writer: 7 }))).toBe('AnotherHistory()')
      expect(await refused(2, fence({ writer: 7, trail: foldTrail(noTrail, word(2)) }))).toBe('AnotherHistory()')
      expect(await refused(2, fence({ expected: 3, writer: 7, trail: known }))).toBe('AnotherWriter(0)')
      await collection.write(owner, 'mint', mint(2, fence({ writer: 7, trail: known })))
      // What was signed before it entered is of no use any more, nor is another copy's entry from the same history.
      expect(await refused(3, noFence)).toBe('AnotherWriter(7)')
      expect(await refused(3, fence({ writer: 8, trail: known }))).toBe('AnotherWriter(7)')
      expect(await refused(3, fence({ expected: 7, writer: 8, trail: known }))).toBe('AnotherHistory()')
      // A call that is no entry says nothing of trails.
      await collection.write(owner, 'mint', mint(3, fence({ expected: 7, writer: 7, trail: known })))
      const receipt = await collection.write(owner, 'mint', mint(4, fence({ expected: 7, writer: 7 })))
      expect(eventsOf(receipt).map(({ eventName }) => eventName)).toEqual(['JobMinted', 'Transfer'])
      const now = await trailOf(collection)
      await collection.write(owner, 'mint', mint(5, fence({ expected: 7, writer: 2 ** 32 - 1, trail: now })))
      expect(await collection.read('marks', [owner])).toEqual([2 ** 32 - 1, BigInt(foldTrail(now, word(5)))])
    },
  },
  {
    title: 'an entry whose mint is refused has not entered',
    async run({ create }) {
      const collection = await create(1n)
      const { owner } = collection
      await collection.write(owner, 'mint', mint(1, noFence))
      const trail = await trailOf(collection)
      const entry = fence({ writer: 7, trail })
      expect(await collection.refusal(owner, 'mint', mint(2, entry))).toBe('SupplyLimitReached(0)')
      expect(await collection.read('marks', [owner])).toEqual([0, BigInt(trail)])
      await collection.write(owner, 'setSupplyLimit', [2n])
      await collection.write(owner, 'mint', mint(2, entry))
    },
  },
  {
    title: 'what replaces a job is refused once that job was minted, and names it',
    async run({ create }) {
      const collection = await create()
      const { owner } = collection
      await collection.write(owner, 'setBaseURI', ['x:'])
      await collection.write(owner, 'mintBatch', [word(1), noFence, word(5), concatHex([stranger(1), stranger(2)])])
      await collection.write(owner, 'mint', mint(2, noFence))
      for (const [name, way] of Object.entries(ways))
        expect(
          await collection.refusalOfData(way(word(9), fence({ replaced: [word(8), word(2), word(1)] }))),
          name,
        ).toBe(`ReplacedWasMinted(${word(2)},3)`)
      const many = Array.from({ length: 17 }, (_, place) => word(100 + place))
      expect(await collection.refusal(owner, 'mint', mint(3, fence({ replaced: many })))).toBe('TooManyReplaced(17)')
      await collection.write(owner, 'mint', mint(3, fence({ replaced: many.slice(1) })))
      // It marks nothing: what it named can still be minted.
      await collection.write(owner, 'mint', [word(116), noFence, stranger(1), word(1), ''])
    },
  },
  {
    title: 'the checks come in their order: the job, the writer, the history, what is replaced, all else',
    async run({ create }) {
      const collection = await create(2n)
      const { owner } = collection
      await collection.write(owner, 'mint', mint(1, fence({ writer: 4 })))
      await collection.write(owner, 'mint', mint(2, fence({ expected: 4, writer: 4 })))
      const refused = (job: number, of: Fence) => collection.refusal(owner, 'mint', mint(job, of))
      const replaced = [word(1)]
      expect(await refused(2, fence({ expected: 3, writer: 5, replaced }))).toBe('AlreadyMinted(2)')
      expect(await refused(3, fence({ expected: 3, writer: 5, replaced }))).toBe('AnotherWriter(4)')
      expect(await refused(3, fence({ expected: 4, writer: 5, replaced }))).toBe('AnotherHistory()')
      const trail = await trailOf(collection)
      expect(await refused(3, fence({ expected: 4, writer: 5, trail, replaced }))).toBe(
        `ReplacedWasMinted(${word(1)},1)`,
      )
      expect(await refused(3, fence({ expected: 4, writer: 5, trail }))).toBe('SupplyLimitReached(0)')
    },
  },
  {
    title: 'what is bought, moved or burnt leaves marks alone',
    async run({ chain, create }) {
      const collection = await create(0n, { price: 5n, payee: stranger(1), saleSupply: 9n })
      const [owner, buyer] = chain.accounts
      await collection.write(owner, 'setBaseURI', ['x:'])
      await collection.write(owner, 'mint', mint(1, fence({ writer: 4 }), owner))
      const marks = () => Promise.all([owner, buyer].map((one) => collection.read('marks', [one])))
      const before = await marks()
      await collection.write(buyer, 'purchase', [buyer, 2n], 10n)
      await collection.write(owner, 'purchase', [owner, 1n], 5n)
      await collection.write(buyer, 'transferFrom', [buyer, owner, 2n])
      await collection.write(owner, 'burn', [1n])
      expect(await marks()).toEqual(before)
    },
  },
]
