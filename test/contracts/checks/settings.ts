import { type Address, concatHex, type Hex, zeroAddress } from 'viem'
import { expect } from 'vitest'
import { type Check, ipfsUri } from '../support/bench.ts'
import { eventsOf, noFence, stranger, word } from '../support/collection.ts'

const nothing = word(0)

/** What base URI and transferability promise. */
export const settingsChecks: readonly Check[] = [
  {
    title: 'tokens without metadata of their own follow the base URI, wherever it goes',
    async run({ create }) {
      const collection = await create()
      const { owner } = collection
      const to = [stranger(1), stranger(2), stranger(3)]
      expect(await collection.refusal(owner, 'mintBatchBase', [word(1), noFence, word(5), concatHex(to), false])).toBe(
        'BaseURIMissing()',
      )
      expect(await collection.refusal(owner, 'mint', [word(1), noFence, stranger(1), nothing, ''])).toBe(
        'BaseURIMissing()',
      )
      await collection.write(owner, 'setBaseURI', ['https://a.example/x'])
      expect(await collection.read('baseURI')).toBe('https://a.example/x')
      await collection.write(owner, 'mintBatchBase', [word(1), noFence, word(0xf5), concatHex(to), false])
      await collection.write(owner, 'mint', [word(2), noFence, stranger(4), nothing, ''])
      await collection.write(owner, 'mintBatch', [word(3), noFence, word(0xf6), concatHex(to)])
      const uris = () => Promise.all([1n, 3n, 4n, 6n].map((id) => collection.read('tokenURI', [id])))
      const own = `${ipfsUri(word(0xf6), 'dag-pb')}/1.json`
      expect(await uris()).toEqual(['https://a.example/x/1', 'https://a.example/x/3', 'https://a.example/x/4', own])
      const receipt = await collection.write(owner, 'setBaseURI', ['ipfs://folder'])
      expect(eventsOf(receipt).map(({ eventName, args }) => [eventName, args])).toEqual([
        ['BatchMetadataUpdate', { from: 1n, to: 7n }],
      ])
      expect(await uris()).toEqual(['ipfs://folder/1', 'ipfs://folder/3', 'ipfs://folder/4', own])
      expect(await collection.read('batch', [0n])).toMatchObject({
        base: true,
        hosted: false,
        sorted: false,
        folderDigest: word(0xf5),
        count: 3n,
      })
      expect((await collection.read('batch', [1n])).base).toBe(false)
      // What is set for a token or a batch goes before the base.
      await collection.write(owner, 'setTokenURI', [1n, 'data:,own'])
      await collection.write(owner, 'setBatchFolder', [0n, word(0xf7)])
      await collection.write(owner, 'setTokenDigests', [[4n], [word(0xd4)]])
      expect(await uris()).toEqual([
        'data:,own',
        `${ipfsUri(word(0xf7), 'dag-pb')}/2.json`,
        ipfsUri(word(0xd4), 'raw'),
        own,
      ])
    },
  },
  {
    title: 'a batch under the base URI is guarded, sorted and limited as any other',
    async run({ create, kind }) {
      const collection = await create(5n)
      const { owner } = collection
      await collection.write(owner, 'setBaseURI', ['ipfs://folder'])
      const sorted = concatHex([stranger(1), stranger(2)])
      const disordered = concatHex([stranger(2), stranger(1)])
      const refused = (job: number, recipients: Hex, flag: boolean, from: Address = owner) =>
        collection.refusal(from, 'mintBatchBase', [word(job), noFence, word(5), recipients, flag])
      expect(await refused(1, disordered, true)).toBe('RecipientsNotSorted()')
      await collection.write(owner, 'mintBatchBase', [word(1), noFence, word(5), sorted, true])
      expect(await collection.read('unsortedLeft')).toBe(100_000n)
      expect(await refused(1, sorted, true)).toBe('AlreadyMinted(1)')
      await collection.write(owner, 'mintBatchBase', [word(2), noFence, word(5), disordered, false])
      expect(await collection.read('unsortedLeft')).toBe(kind === 'economy' ? 99_998n : 100_000n)
      expect(await refused(3, sorted, false)).toBe('SupplyLimitReached(1)')
      expect(await refused(3, '0x1234', false)).toBe('InvalidRecipients()')
      expect(await refused(3, stranger(1), false, stranger(1))).toBe('Unauthorized()')
      expect(await collection.refusal(owner, 'mintBatchBase', [word(3), noFence, nothing, stranger(1), false])).toBe(
        'InvalidMetadata()',
      )
      expect((await collection.read('batch', [0n])).sorted).toBe(true)
    },
  },
  {
    title: 'owner and minters set the base URI, never to nothing, and not once metadata is frozen',
    async run({ chain, create }) {
      const collection = await create()
      const [owner, other] = chain.accounts
      expect(await collection.refusal(other, 'setBaseURI', ['ipfs://x'])).toBe('Unauthorized()')
      expect(await collection.refusal(owner, 'setBaseURI', [''])).toBe('InvalidMetadata()')
      await collection.write(owner, 'grantRoles', [other, 1n])
      // Nothing was minted yet, so there is nothing to tell indexers.
      expect(eventsOf(await collection.write(other, 'setBaseURI', ['ipfs://x']))).toEqual([])
      await collection.write(owner, 'freeze', [])
      expect(await collection.refusal(owner, 'setBaseURI', ['ipfs://y'])).toBe('MetadataIsFrozen()')
      await collection.write(owner, 'mint', [word(1), noFence, other, nothing, ''])
      expect(await collection.read('tokenURI', [1n])).toBe('ipfs://x/1')
    },
  },
  {
    title: 'tokens that cannot be given away stay where they are, with their holder, who can burn them',
    async run({ chain, create }) {
      const collection = await create(0n, { price: 5n, payee: stranger(9), saleSupply: 5n })
      const [owner, alice, bob] = chain.accounts
      await collection.write(owner, 'setBaseURI', ['ipfs://x'])
      await collection.write(owner, 'mintBatch', [word(1), noFence, word(5), concatHex([alice, alice, alice])])
      await collection.write(alice, 'approve', [bob, 1n])
      expect(await collection.read('transferable')).toBe(true)
      expect(await collection.refusal(alice, 'setTransferable', [false])).toBe('Unauthorized()')
      const receipt = await collection.write(owner, 'setTransferable', [false])
      expect(eventsOf(receipt).map(({ eventName, args }) => [eventName, args])).toEqual([
        ['TransferableUpdated', { transferable: false }],
      ])
      const refusals = await Promise.all([
        collection.refusal(alice, 'transferFrom', [alice, bob, 1n]),
        collection.refusal(bob, 'transferFrom', [alice, bob, 1n]),
        collection.refusal(alice, 'safeTransferFrom', [alice, bob, 1n]),
        collection.refusal(alice, 'safeTransferFrom', [alice, bob, 1n, '0x']),
        collection.refusal(alice, 'approve', [bob, 2n]),
        collection.refusal(alice, 'setApprovalForAll', [bob, true]),
      ])
      expect(new Set(refusals)).toEqual(new Set(['NotTransferable()']))
      expect(await collection.read('transferable')).toBe(false)
      // What was allowed before can be taken back.
      await collection.write(owner, 'setTransferable', [true])
      await collection.write(alice, 'approve', [bob, 2n])
      await collection.write(alice, 'setApprovalForAll', [bob, true])
      await collection.write(owner, 'setTransferable', [false])
      await collection.write(alice, 'approve', [zeroAddress, 2n])
      expect(await collection.read('getApproved', [2n])).toBe(zeroAddress)
      await collection.write(alice, 'setApprovalForAll', [bob, false])
      expect(await collection.read('isApprovedForAll', [alice, bob])).toBe(false)
      expect(await collection.refusal(bob, 'approve', [zeroAddress, 3n])).toBe('NotOwnerNorApproved()')
      await collection.write(owner, 'mint', [word(2), noFence, alice, word(1), ''])
      await collection.write(bob, 'purchase', [bob, 1n], 5n)
      await collection.write(alice, 'burn', [2n])
      await collection.write(bob, 'burn', [1n])
      await collection.write(owner, 'setTransferable', [true])
      await collection.write(alice, 'transferFrom', [alice, bob, 3n])
      expect(await collection.read('ownerOf', [3n])).toBe(bob)
    },
  },
]
