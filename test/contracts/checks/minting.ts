import { type Address, concatHex, encodeFunctionData, type Hex } from 'viem'
import { expect } from 'vitest'
import { type Check, ipfsUri, setCounter } from '../support/bench.ts'
import { abi, type Collection, eventsOf, noFence, stranger, uriBlock, word } from '../support/collection.ts'

const noOne: Address = '0x0000000000000000000000000000000000000000'
const nothing = word(0)
const people = (count: number, from = 0) => Array.from({ length: count }, (_, i) => stranger(from + i))
const hosted = (count: number) =>
  Array.from({ length: count }, (_, i) => `https://example.com/${'x'.repeat(i % 40)}${i}`)

/** Every batch function, on the same recipients; each needs a job of its own. */
const batchWays = (to: readonly Address[]) => {
  const recipients = concatHex(to)
  const uris = uriBlock(hosted(to.length), 'https://example.com/')
  return {
    mintBatch: (job: Hex) =>
      encodeFunctionData({ abi, functionName: 'mintBatch', args: [job, noFence, word(0xf0), recipients] }),
    mintBatchSorted: (job: Hex) =>
      encodeFunctionData({ abi, functionName: 'mintBatchSorted', args: [job, noFence, word(0xf0), recipients] }),
    mintBatchUris: (job: Hex) =>
      encodeFunctionData({ abi, functionName: 'mintBatchUris', args: [job, noFence, recipients, uris] }),
    mintBatchUrisSorted: (job: Hex) =>
      encodeFunctionData({ abi, functionName: 'mintBatchUrisSorted', args: [job, noFence, recipients, uris] }),
  }
}

const ownersOf = (collection: Collection, from: number, count: number) =>
  Promise.all(Array.from({ length: count }, (_, i) => collection.read('ownerOf', [BigInt(from + i)])))

/** What minting promises. */
export const mintingChecks: readonly Check[] = [
  {
    title: 'a batch gives each recipient, in order, the next id, with an event each and the file of its place',
    async run({ create }) {
      const collection = await create()
      const to = people(7)
      await collection.write(collection.owner, 'mint', [word(1), noFence, stranger(50), word(9), ''])
      const receipt = await collection.write(collection.owner, 'mintBatch', [
        word(2),
        noFence,
        word(0xabc),
        concatHex(to),
      ])
      const transfers = eventsOf(receipt).filter(({ eventName }) => eventName === 'Transfer')
      expect(transfers.map(({ args }) => args)).toEqual(
        to.map((address, i) => ({ from: noOne, to: address, id: BigInt(i + 2) })),
      )
      expect(eventsOf(receipt).find(({ eventName }) => eventName === 'JobMinted')?.args).toEqual({
        jobId: word(2),
        minter: collection.owner,
        first: 2n,
        count: 7n,
      })
      expect(await ownersOf(collection, 2, 7)).toEqual(to)
      for (const place of [0, 6]) {
        expect(await collection.read('tokenURI', [BigInt(2 + place)])).toBe(
          `${ipfsUri(word(0xabc), 'dag-pb')}/${place}.json`,
        )
      }
      expect(await collection.read('minted')).toBe(8n)
      expect(await collection.read('totalSupply')).toBe(8n)
    },
  },
  {
    title: 'a job is done once, whichever way it is asked for again, and says where its tokens begin',
    async run({ create }) {
      const collection = await create(30n)
      const { owner } = collection
      for (const [turn, way] of Object.values(batchWays(people(5))).entries()) {
        const first = turn * 5 + 1
        await collection.writeData(way(word(turn + 1)))
        expect(await collection.read('jobs', [word(turn + 1)])).toBe(BigInt(first))
        for (const again of Object.values(batchWays(people(3, 100)))) {
          expect(await collection.refusalOfData(again(word(turn + 1)))).toBe(`AlreadyMinted(${first})`)
        }
        expect(await collection.refusal(owner, 'mint', [word(turn + 1), noFence, stranger(1), word(1), ''])).toBe(
          `AlreadyMinted(${first})`,
        )
      }
      await collection.write(owner, 'mint', [word(9), noFence, stranger(1), word(1), ''])
      expect(await collection.read('jobs', [word(9)])).toBe(21n)
      expect(await collection.refusal(owner, 'mint', [word(9), noFence, stranger(1), word(1), ''])).toBe(
        'AlreadyMinted(21)',
      )
      expect(await collection.read('jobs', [word(10)])).toBe(0n)
      // A job that is done says so even where it would fail for another reason.
      await collection.write(owner, 'setSupplyLimit', [21n])
      expect(await collection.refusal(owner, 'mintBatch', [word(1), noFence, nothing, '0x1234'])).toBe(
        'AlreadyMinted(1)',
      )
    },
  },
  {
    title: 'a thousand tokens fit into a batch, no more and not none, of whole addresses that are not zero',
    async run({ create }) {
      const collection = await create()
      const { owner } = collection
      const many = people(1_000)
      await collection.write(owner, 'mintBatch', [word(1), noFence, word(5), concatHex(many)])
      expect(await collection.read('ownerOf', [1_000n])).toBe(many[999])
      expect(await collection.read('balanceOf', [stranger(999)])).toBe(1n)
      const refused = (recipients: Hex) =>
        collection.refusal(owner, 'mintBatch', [word(2), noFence, word(5), recipients])
      expect(await refused(concatHex(people(1_001)))).toBe('InvalidRecipients()')
      expect(await refused('0x')).toBe('InvalidRecipients()')
      expect(await refused(`${concatHex(people(2))}00`)).toBe('InvalidRecipients()')
      expect(await refused(concatHex([stranger(1), noOne, stranger(2)]))).toBe('InvalidRecipients()')
      expect(await collection.refusal(owner, 'mintBatch', [word(2), noFence, nothing, stranger(1)])).toBe(
        'InvalidMetadata()',
      )
    },
  },
  {
    title: 'a sorted batch takes recipients that ascend, repeats included, and counts them right',
    async run({ create }) {
      const collection = await create()
      const { owner } = collection
      const to = [1, 1, 2, 5, 5, 5, 9].map(stranger)
      await collection.write(owner, 'mintBatchSorted', [word(1), noFence, word(5), concatHex(to)])
      for (const [n, count] of [
        [0, 0],
        [1, 2],
        [2, 1],
        [3, 0],
        [5, 3],
        [9, 1],
        [10, 0],
      ] as const) {
        expect(await collection.read('balanceOf', [stranger(n)])).toBe(BigInt(count))
      }
      const [low, high] = [stranger(1), stranger(2)]
      const disordered = concatHex([low, high, low])
      expect(await collection.refusal(owner, 'mintBatchSorted', [word(2), noFence, word(5), disordered])).toBe(
        'RecipientsNotSorted()',
      )
      const uris = uriBlock(hosted(3))
      expect(await collection.refusal(owner, 'mintBatchUrisSorted', [word(2), noFence, disordered, uris])).toBe(
        'RecipientsNotSorted()',
      )
      expect(
        await collection.refusal(owner, 'mintBatchSorted', [word(2), noFence, word(5), concatHex([noOne, low])]),
      ).toBe('InvalidRecipients()')
      expect(await collection.read('unsortedLeft')).toBe(100_000n)
    },
  },
  {
    title: 'a batch can hold a URI of any kind for each token, with what they share kept once',
    async run({ create }) {
      const collection = await create()
      const { owner } = collection
      const uris = ['https://a.example/1', 'https://a.example/', 'https://a.example/é?ü=#2']
      for (const [turn, prefix] of ['', 'https://', 'https://a.example/'].entries()) {
        await collection.write(owner, 'mintBatchUris', [
          word(turn + 1),
          noFence,
          concatHex(people(3)),
          uriBlock(uris, prefix),
        ])
        for (const [place, uri] of uris.entries())
          expect(await collection.read('tokenURI', [BigInt(turn * 3 + place + 1)])).toBe(uri)
      }
      await collection.write(owner, 'mintBatchUrisSorted', [
        word(9),
        noFence,
        concatHex(people(1)),
        uriBlock(['data:,x']),
      ])
      expect(await collection.read('tokenURI', [10n])).toBe('data:,x')
    },
  },
  {
    title: 'a block of URIs that does not fit its recipients, or the batch, is refused',
    async run({ create, kind }) {
      const collection = await create()
      const refused = (count: number, block: Hex) =>
        collection.refusal(collection.owner, 'mintBatchUris', [word(1), noFence, concatHex(people(count)), block])
      const good = uriBlock(['ab', 'cd'])
      expect(await refused(2, good)).toBe('done')
      for (const block of [
        '0x',
        `${good}00`,
        good.slice(0, -2) as Hex,
        uriBlock(['ab', '']),
        uriBlock(['', 'ab']),
        uriBlock(['ab', 'cd', 'ef']),
        uriBlock(['ab']),
        '0x00000004000261626364',
      ] as Hex[]) {
        expect(await refused(2, block)).toBe('InvalidUris()')
      }
      const fits = 24_575 - 9 - 4 - (kind === 'economy' ? 20 : 0)
      expect(await refused(1, uriBlock(['x'.repeat(fits)]))).toBe('done')
      expect(await refused(1, uriBlock(['x'.repeat(fits + 3)]))).toBe('BatchTooLong(3)')
    },
  },
  {
    title: 'one token is minted with a file of its own or with any URI, with one of them',
    async run({ create }) {
      const collection = await create()
      const { owner } = collection
      const long = `https://example.com/${'long/'.repeat(80)}`
      await collection.write(owner, 'mint', [word(1), noFence, stranger(1), word(0xd1), ''])
      await collection.write(owner, 'mint', [word(2), noFence, stranger(1), nothing, long])
      expect(await collection.read('tokenURI', [1n])).toBe(ipfsUri(word(0xd1), 'raw'))
      expect(await collection.read('tokenURI', [2n])).toBe(long)
      expect(await collection.read('balanceOf', [stranger(1)])).toBe(2n)
      expect(await collection.refusal(owner, 'mint', [word(3), noFence, stranger(1), nothing, ''])).toBe(
        'BaseURIMissing()',
      )
      expect(await collection.refusal(owner, 'mint', [word(3), noFence, stranger(1), word(1), 'x'])).toBe(
        'InvalidMetadata()',
      )
      expect(await collection.refusal(owner, 'mint', [word(3), noFence, noOne, word(1), ''])).toBe(
        'TransferToZeroAddress()',
      )
    },
  },
  {
    title: 'the supply limit holds for every way of minting, and counts what was burned',
    async run({ create }) {
      const collection = await create(10n)
      const { owner } = collection
      await collection.write(owner, 'mintBatch', [word(1), noFence, word(5), concatHex(people(8))])
      await collection.chain.rpc('anvil_setBalance', [stranger(0), '0xde0b6b3a7640000'])
      await collection.write(stranger(0), 'burn', [1n])
      for (const way of Object.values(batchWays(people(3)))) {
        expect(await collection.refusalOfData(way(word(2)))).toBe('SupplyLimitReached(2)')
      }
      await collection.write(owner, 'mintBatch', [word(2), noFence, word(5), concatHex(people(2))])
      expect(await collection.refusal(owner, 'mint', [word(3), noFence, stranger(1), word(1), ''])).toBe(
        'SupplyLimitReached(0)',
      )
      await collection.write(owner, 'setSupplyLimit', [11n])
      await collection.write(owner, 'mint', [word(3), noFence, stranger(1), word(1), ''])
      expect(await collection.read('minted')).toBe(11n)
    },
  },
  {
    title: 'unsorted batches hold 100,000 tokens, and no batch makes balanceOf too dear; single tokens always go',
    kinds: ['economy'],
    async run({ create }) {
      const collection = await create()
      const { owner } = collection
      await collection.write(owner, 'mintBatch', [word(1), noFence, word(5), concatHex(people(4))])
      expect(await collection.read('unsortedLeft')).toBe(99_996n)
      await setCounter(collection, 'unsorted', 99_998)
      const ways = batchWays(people(3))
      for (const way of [ways.mintBatch, ways.mintBatchUris]) {
        expect(await collection.refusalOfData(way(word(2)))).toBe('UnsortedLimitReached(2)')
      }
      await collection.writeData(ways.mintBatchSorted(word(2)))
      await collection.writeData(ways.mintBatchUrisSorted(word(3)))
      await collection.writeData(batchWays(people(2)).mintBatch(word(4)))
      await setCounter(collection, 'balanceGas', 23_999_000)
      for (const way of [ways.mintBatchSorted, ways.mintBatchUrisSorted]) {
        expect(await collection.refusalOfData(way(word(5)))).toBe('BatchLimitReached()')
      }
      await collection.write(owner, 'mint', [word(5), noFence, stranger(1), word(1), ''])
      expect(await collection.read('ownerOf', [13n])).toBe(stranger(1))
    },
  },
  {
    title: 'batches are read back from the chain as they were minted',
    async run({ create, kind }) {
      const collection = await create()
      const { owner } = collection
      const to = people(4)
      const uris = uriBlock(hosted(4), 'https://example.com/')
      expect(await collection.readRefusal('batch', [0n])).toBe('BatchDoesNotExist()')
      await collection.write(owner, 'mintBatch', [word(1), noFence, word(0xf1), concatHex(to)])
      await collection.write(owner, 'mint', [word(2), noFence, stranger(1), word(1), ''])
      await collection.write(owner, 'mintBatchUrisSorted', [word(3), noFence, concatHex(to), uris])
      expect(await collection.read('batchCount')).toBe(2n)
      const [first, second] = [await collection.read('batch', [0n]), await collection.read('batch', [1n])]
      // A standard collection leaves it to the events whom a batch was minted to.
      const recipients = kind === 'economy' ? concatHex(to) : '0x'
      const same = { count: 4n, recipients, folderOverride: nothing, base: false }
      expect(first).toMatchObject({
        ...same,
        firstTokenId: 1n,
        sorted: false,
        hosted: false,
        folderDigest: word(0xf1),
        uris: '0x',
      })
      expect(second).toMatchObject({
        ...same,
        firstTokenId: 6n,
        sorted: true,
        hosted: true,
        folderDigest: nothing,
        uris,
      })
      expect(await Promise.all([1n, 4n, 6n, 9n].map((id) => collection.read('batchOf', [id])))).toEqual([
        0n,
        0n,
        1n,
        1n,
      ])
      expect(await collection.readRefusal('batchOf', [5n])).toBe('NotInBatch()')
      for (const id of [0n, 10n]) expect(await collection.readRefusal('batchOf', [id])).toBe('TokenDoesNotExist()')
    },
  },
  {
    title: 'owners are found across several hundred batches and single tokens',
    kinds: ['economy'],
    async run({ create }) {
      const collection = await create()
      const { owner } = collection
      const expected: Address[] = []
      for (let batch = 0; batch < 290; batch += 1) {
        const to = people((batch % 3) + 1, expected.length)
        if (batch % 7 === 3)
          await collection.write(owner, 'mint', [word(batch + 1), noFence, to[0] ?? noOne, word(1), ''])
        else await collection.write(owner, 'mintBatch', [word(batch + 1), noFence, word(5), concatHex(to)])
        expected.push(...(batch % 7 === 3 ? to.slice(0, 1) : to))
      }
      expect(await collection.read('batchCount')).toBe(249n)
      expect(await ownersOf(collection, 1, expected.length)).toEqual(expected)
      expect(await collection.read('balanceOf', [stranger(7)])).toBe(1n)
    },
  },
]
