import { concatHex, zeroAddress } from 'viem'
import { expect } from 'vitest'
import { type Bench, type Check, ipfsUri } from '../support/bench.ts'
import { eventsOf, noFence, stranger, uriBlock, word } from '../support/collection.ts'

/** A collection with 1 and 2 in a folder, 3 and 4 with URIs, 5 with a file of its own; 2 is burned. */
async function start({ create, chain }: Bench) {
  const collection = await create()
  const [owner, holder, minter] = chain.accounts
  await collection.write(owner, 'mintBatch', [word(1), noFence, word(0xf), concatHex([holder, holder])])
  await collection.write(owner, 'mintBatchUris', [
    word(2),
    noFence,
    concatHex([holder, holder]),
    uriBlock(['x:1', 'x:2']),
  ])
  await collection.write(owner, 'mint', [word(3), noFence, holder, word(0xd), ''])
  await collection.write(holder, 'burn', [2n])
  await collection.write(owner, 'grantRoles', [minter, 1n])
  return { collection, owner, holder, minter, uriOf: (id: bigint) => collection.read('tokenURI', [id]) }
}

const changes = ['setTokenURI', 'setTokenDigests', 'setBatchFolder'] as const
const goodArgs = {
  setTokenURI: [1n, 'x:new'],
  setTokenDigests: [[1n], [word(1)]],
  setBatchFolder: [0n, word(1)],
} as const

/** What metadata promises. */
export const metadataChecks: readonly Check[] = [
  {
    title: 'a token’s metadata is replaced by a URI or a file, the last one counts, and indexers are told',
    async run(bench) {
      const { collection, owner, minter, uriOf } = await start(bench)
      for (const id of [1n, 3n, 5n]) {
        const receipt = await collection.write(minter, 'setTokenURI', [id, `https://example.com/${id}`])
        expect(eventsOf(receipt).map(({ eventName, args }) => [eventName, args])).toEqual([['MetadataUpdate', { id }]])
        expect(await uriOf(id)).toBe(`https://example.com/${id}`)
      }
      const receipt = await collection.write(owner, 'setTokenDigests', [
        [5n, 1n],
        [word(0xe5), word(0xe1)],
      ])
      expect(eventsOf(receipt).map(({ args }) => args)).toEqual([{ id: 5n }, { id: 1n }])
      expect(await uriOf(5n)).toBe(ipfsUri(word(0xe5), 'raw'))
      expect(await uriOf(1n)).toBe(ipfsUri(word(0xe1), 'raw'))
      await collection.write(owner, 'setTokenURI', [1n, 'x:again'])
      expect(await uriOf(1n)).toBe('x:again')
      expect(await uriOf(4n)).toBe('x:2')
    },
  },
  {
    title: 'a batch’s metadata is replaced by one folder, for all tokens without metadata of their own',
    async run(bench) {
      const { collection, minter, uriOf } = await start(bench)
      await collection.write(minter, 'setTokenURI', [4n, 'x:own'])
      const first = await collection.write(minter, 'setBatchFolder', [0n, word(0xf0)])
      expect(eventsOf(first).map(({ eventName, args }) => [eventName, args])).toEqual([
        ['BatchMetadataUpdate', { from: 1n, to: 2n }],
      ])
      await collection.write(minter, 'setBatchFolder', [1n, word(0xf1)])
      expect(await uriOf(1n)).toBe(`${ipfsUri(word(0xf0), 'dag-pb')}/0.json`)
      expect(await uriOf(3n)).toBe(`${ipfsUri(word(0xf1), 'dag-pb')}/0.json`)
      expect(await uriOf(4n)).toBe('x:own')
      expect(await collection.read('batch', [0n])).toMatchObject({
        folderDigest: word(0xf),
        folderOverride: word(0xf0),
      })
    },
  },
  {
    title: 'only tokens and batches that exist get metadata, and it is never nothing',
    async run(bench) {
      const { collection, owner } = await start(bench)
      for (const id of [0n, 2n, 6n, 2n ** 256n - 1n]) {
        expect(await collection.refusal(owner, 'setTokenURI', [id, 'x:new'])).toBe('TokenDoesNotExist()')
        expect(
          await collection.refusal(owner, 'setTokenDigests', [
            [1n, id],
            [word(1), word(2)],
          ]),
        ).toBe('TokenDoesNotExist()')
      }
      expect(await collection.refusal(owner, 'setBatchFolder', [2n, word(1)])).toBe('BatchDoesNotExist()')
      expect(await collection.refusal(owner, 'setTokenURI', [1n, ''])).toBe('InvalidMetadata()')
      expect(await collection.refusal(owner, 'setTokenDigests', [[1n], [word(0)]])).toBe('InvalidMetadata()')
      expect(await collection.refusal(owner, 'setTokenDigests', [[1n, 3n], [word(1)]])).toBe('LengthsDiffer()')
      expect(await collection.refusal(owner, 'setBatchFolder', [0n, word(0)])).toBe('InvalidMetadata()')
    },
  },
  {
    title: 'a long URI and a short one take each other’s place whole',
    async run(bench) {
      const { collection, owner, uriOf } = await start(bench)
      for (const length of [1, 300, 31, 32, 254, 255, 2]) {
        const uri = `${'y'.repeat(length - 1)}z`
        await collection.write(owner, 'setTokenURI', [1n, uri])
        expect(await uriOf(1n)).toBe(uri)
      }
    },
  },
  {
    title: 'only the owner and minters change metadata, only the owner freezes it',
    async run(bench) {
      const { collection, holder, minter } = await start(bench)
      for (const name of changes) expect(await collection.refusal(holder, name, goodArgs[name])).toBe('Unauthorized()')
      expect(await collection.refusal(holder, 'setContractURI', ['x'])).toBe('Unauthorized()')
      for (const who of [holder, minter]) expect(await collection.refusal(who, 'freeze', [])).toBe('Unauthorized()')
    },
  },
  {
    title: 'frozen metadata stays as it is, while minting and the collection’s own page go on',
    async run(bench) {
      const { collection, owner, minter, uriOf } = await start(bench)
      expect(await collection.read('frozen')).toBe(false)
      const before = await uriOf(1n)
      const receipt = await collection.write(owner, 'freeze', [])
      expect(eventsOf(receipt).map(({ eventName }) => eventName)).toEqual(['MetadataFrozen'])
      expect(await collection.read('frozen')).toBe(true)
      for (const who of [owner, minter]) {
        for (const name of changes)
          expect(await collection.refusal(who, name, goodArgs[name])).toBe('MetadataIsFrozen()')
      }
      expect(await collection.refusal(owner, 'freeze', [])).toBe('MetadataIsFrozen()')
      await collection.write(owner, 'mintBatch', [word(9), noFence, word(0xf9), stranger(1)])
      const changed = await collection.write(owner, 'setContractURI', ['ipfs://elsewhere'])
      expect(eventsOf(changed).map(({ eventName }) => eventName)).toEqual(['ContractURIUpdated'])
      expect(await collection.read('contractURI')).toBe('ipfs://elsewhere')
      expect([await uriOf(1n), await uriOf(6n)]).toEqual([before, `${ipfsUri(word(0xf9), 'dag-pb')}/0.json`])
      expect(await collection.read('frozen')).toBe(true)
    },
  },
  {
    title: 'royalties are none until set, and can be taken back',
    async run(bench) {
      const { collection, owner, holder, minter } = await start(bench)
      const royalty = () => collection.read('royaltyInfo', [1n, 10_000n])
      expect(await royalty()).toEqual([zeroAddress, 0n])
      await collection.write(owner, 'setDefaultRoyalty', [holder, 250n])
      expect(await royalty()).toEqual([holder, 250n])
      expect(await collection.refusal(minter, 'setDefaultRoyalty', [minter, 1n])).toBe('Unauthorized()')
      expect(await collection.refusal(owner, 'setDefaultRoyalty', [holder, 10_001n])).toBe('RoyaltyOverflow()')
      expect(await collection.refusal(owner, 'setDefaultRoyalty', [zeroAddress, 1n])).toBe(
        'RoyaltyReceiverIsZeroAddress()',
      )
      await collection.write(owner, 'setDefaultRoyalty', [zeroAddress, 0n])
      expect(await royalty()).toEqual([zeroAddress, 0n])
    },
  },
]
