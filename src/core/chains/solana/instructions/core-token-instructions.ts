import { burnV2, findTreeConfigPda, transferV2, updateMetadataV2 } from '@metaplex-foundation/mpl-bubblegum'
import { burnV1, transferV1, updateV2 } from '@metaplex-foundation/mpl-core'
import { createNoopSigner, publicKey, some } from '@metaplex-foundation/umi'
import type { TransactionInstruction } from '@solana/web3.js'
import type { LeafContext } from '../../family/trees.ts'
import type { OwnToken } from '../../family/work.ts'
import { anyRoot, proofOf } from '../trees/proofs.ts'
import { coreMetadataArgs, programsV2 } from './core-instructions.ts'
import { offline, plain } from './instructions.ts'
import { changed, type TokenInstructions } from './token-instructions.ts'

/** Changes of a token of a Core collection; signers and payer are as in `TokenInstructions`. */
export interface CoreTokenInstructions extends Omit<TokenInstructions, 'transferAccount'> {
  /** @param collection null: the asset is in none */
  transferAsset(asset: string, collection: string | null, holder: string, to: string): TransactionInstruction[]
}

/** @param treasury base58 */
export function coreTokenInstructionsOf(treasury: string): CoreTokenInstructions {
  const umi = offline(publicKey(treasury))
  /** Accounts and arguments of every Bubblegum instruction on a leaf. */
  const inTree = (leafContext: LeafContext, collection: string) => {
    const { tree, leaf } = leafContext
    return {
      merkleTree: publicKey(tree),
      treeConfig: findTreeConfigPda(umi, { merkleTree: publicKey(tree) }),
      coreCollection: publicKey(collection),
      ...programsV2,
      ...{ root: anyRoot, nonce: leaf.place, index: leaf.place },
      proof: proofOf(leafContext, collection).map((node) => publicKey(node)),
    }
  }
  const moved = (leafContext: LeafContext, collection: string, holder: string) => ({
    ...inTree(leafContext, collection),
    ...{ authority: createNoopSigner(publicKey(holder)), leafOwner: publicKey(holder) },
    leafDelegate: publicKey(leafContext.leaf.delegate ?? holder),
    dataHash: Buffer.from(leafContext.leaf.dataHash, 'hex'),
    creatorHash: Buffer.from(leafContext.leaf.creatorHash, 'hex'),
  })
  const assetOf = (asset: string, collection: string | null) => ({
    asset: publicKey(asset),
    ...(collection === null ? {} : { collection: publicKey(collection) }),
  })
  const transferAsset: CoreTokenInstructions['transferAsset'] = (asset, collection, holder, to) =>
    plain(
      transferV1(umi, {
        ...assetOf(asset, collection),
        ...{ authority: createNoopSigner(publicKey(holder)), newOwner: publicKey(to) },
      }),
    )
  return {
    transferAsset,
    transfer({ address, collection, leafContext }, holder, to) {
      if (leafContext === null) return transferAsset(address, collection, holder, to)
      return plain(transferV2(umi, { ...moved(leafContext, collection, holder), newLeafOwner: publicKey(to) }))
    },
    burn({ address, collection, leafContext }, holder) {
      if (leafContext !== null) return plain(burnV2(umi, moved(leafContext, collection, holder)))
      return plain(burnV1(umi, { ...assetOf(address, collection), authority: createNoopSigner(publicKey(holder)) }))
    },
    update({ address, collection, texts: before, leafContext }: OwnToken, texts) {
      if (leafContext === null)
        return plain(
          updateV2(umi, { ...assetOf(address, collection), newName: some(texts.name), newUri: some(texts.uri) }),
        )
      const { owner, delegate } = leafContext.leaf
      return plain(
        updateMetadataV2(umi, {
          ...inTree(leafContext, collection),
          ...{ leafOwner: publicKey(owner), leafDelegate: publicKey(delegate ?? owner) },
          currentMetadata: coreMetadataArgs(collection, before),
          updateArgs: changed(before, texts),
        }),
      )
    },
  }
}
