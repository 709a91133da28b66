import { concatHex } from 'viem'
import { expect } from 'vitest'
import { type Check, ipfsUri } from '../support/bench.ts'
import { collectionAt, eventsOf, initCall, noFence, stranger, uriBlock, word } from '../support/collection.ts'

const web = 'https://example.com/metadata/'
const onWeb = (uri: string) => uri.replace('ipfs://', web)

/** What the prefix of URIs promises. */
export const prefixChecks: readonly Check[] = [
  {
    title: 'goes before the CIDs of all metadata that is known by a digest, old and new, and before nothing else',
    async run({ chain, create }) {
      const collection = await create()
      const { owner } = collection
      const two = concatHex([stranger(1), stranger(2)])
      expect(await collection.read('uriPrefix')).toBe('ipfs://')
      await collection.write(owner, 'setBaseURI', ['x:base'])
      await collection.write(owner, 'mintBatch', [word(1), noFence, word(0xa), two])
      await collection.write(owner, 'mint', [word(2), noFence, stranger(1), word(0xb), ''])
      await collection.write(owner, 'mint', [word(3), noFence, stranger(1), word(0), 'x:own'])
      await collection.write(owner, 'mintBatchUris', [word(4), noFence, stranger(1), uriBlock(['x:hosted'])])
      await collection.write(owner, 'mint', [word(5), noFence, stranger(1), word(0), ''])
      const uris = () => Promise.all([2n, 3n, 4n, 5n, 6n].map((id) => collection.read('tokenURI', [id])))
      const ipfs = [
        `${ipfsUri(word(0xa), 'dag-pb')}/1.json`,
        ipfsUri(word(0xb), 'raw'),
        'x:own',
        'x:hosted',
        'x:base/6',
      ]
      expect(await uris()).toEqual(ipfs)
      expect(await collection.refusal(chain.accounts[1], 'setURIPrefix', [web])).toBe('Unauthorized()')
      const receipt = await collection.write(owner, 'setURIPrefix', [web])
      expect(eventsOf(receipt).map(({ eventName, args }) => [eventName, args])).toEqual([
        ['URIPrefixUpdated', { prefix: web }],
        ['BatchMetadataUpdate', { from: 1n, to: 6n }],
      ])
      expect(await uris()).toEqual(ipfs.map(onWeb))
      await collection.write(owner, 'setBatchFolder', [0n, word(0xc)])
      expect(await collection.read('tokenURI', [1n])).toBe(onWeb(`${ipfsUri(word(0xc), 'dag-pb')}/0.json`))
      await collection.write(owner, 'setURIPrefix', [''])
      expect(await collection.read('uriPrefix')).toBe('ipfs://')
      await collection.write(owner, 'freeze', [])
      expect(await collection.refusal(owner, 'setURIPrefix', [web])).toBe('MetadataIsFrozen()')
    },
  },
  {
    title: 'can be another from the start',
    async run({ chain, factory }) {
      const { implementation } = await factory.deployed
      const [owner] = chain.accounts
      const clone = await chain.deploy({
        abi: [],
        // What a factory deploys: a clone (ERC-1167).
        bytecode: concatHex([
          '0x602c3d8160093d39f33d3d3d3d363d3d37363d73',
          implementation,
          '0x5af43d3d93803e602a57fd5bf3',
        ]),
      })
      const collection = collectionAt(chain, clone, owner)
      await collection.writeData(initCall(owner, { uriPrefix: web }))
      expect(await collection.read('uriPrefix')).toBe(web)
      await collection.write(owner, 'mint', [word(1), noFence, stranger(1), word(0xb), ''])
      expect(await collection.read('tokenURI', [1n])).toBe(onWeb(ipfsUri(word(0xb), 'raw')))
    },
  },
]
