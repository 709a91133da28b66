import { findLeafAssetIdPda, hashLeafV2, LeafSchemaV2Flags, mplBubblegum } from '@metaplex-foundation/mpl-bubblegum'
import { publicKey, some } from '@metaplex-foundation/umi'
import { createUmi } from '@metaplex-foundation/umi-bundle-defaults'
import { keccak_256 } from '@noble/hashes/sha3'
import { base58 } from '@scure/base'
import { expect, it } from 'vitest'
import { coreLeafHashes } from '../../../src/core/chains/solana/instructions/core-instructions.ts'
import { claimedNode, isKnown, nodeOf } from '../../../src/core/chains/solana/trees/changes.ts'
import { solanaRecipientOf } from '../../minting/open-engine.ts'

const [tree, collection, owner, delegate] = [1, 2, 3, 4].map((n) => solanaRecipientOf(n)) as [
  string,
  string,
  string,
  string,
]
const place = 70_000
const token = { recipient: owner, name: 'Badge', symbol: 'B', uri: 'ipfs://b' }
const umi = createUmi('http://127.0.0.1').use(mplBubblegum())
const known = {
  ...{ place, owner, delegate: null, node: null, ...coreLeafHashes(collection, token) },
  address: String(findLeafAssetIdPda(umi, { merkleTree: publicKey(tree), leafIndex: place })[0]),
}

/** As Metaplex' own client computes it. */
const official = (more: { delegate?: string; flags?: LeafSchemaV2Flags } = {}) =>
  Buffer.from(
    hashLeafV2(umi, {
      ...{ merkleTree: publicKey(tree), owner: publicKey(owner), leafIndex: place },
      ...(more.delegate === undefined ? {} : { delegate: publicKey(more.delegate) }),
      ...(more.flags === undefined ? {} : { flags: more.flags }),
      metadata: {
        ...{ name: token.name, symbol: token.symbol, uri: token.uri, sellerFeeBasisPoints: 0, creators: [] },
        collection: some(publicKey(collection)),
      },
    }),
  ).toString('hex')

it('what lies in a tree of Bubblegum V2 for a leaf is what its program puts there', () => {
  expect(Buffer.from(nodeOf(known, collection)).toString('hex')).toBe(official())
  expect(Buffer.from(nodeOf({ ...known, delegate }, collection)).toString('hex')).toBe(official({ delegate }))
})

it('a leaf that was frozen is told from one that was moved', () => {
  expect(isKnown({ ...known, node: official() }, collection)).toBe(true)
  expect(isKnown({ ...known, node: official({ flags: LeafSchemaV2Flags.FrozenByOwner }) }, collection)).toBe(false)
})

it('a frozen leaf of Bubblegum V2 is what a DAS provider tells of it', () => {
  const told = {
    collectionHash: Buffer.from(keccak_256(base58.decode(collection))).toString('hex'),
    assetDataHash: Buffer.from(keccak_256(new Uint8Array())).toString('hex'),
  }
  for (const flags of [LeafSchemaV2Flags.None, LeafSchemaV2Flags.FrozenByOwner])
    expect(Buffer.from(claimedNode({ ...known, more: { ...told, flags } })).toString('hex')).toBe(official({ flags }))
})
