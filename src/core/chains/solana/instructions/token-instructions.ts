import { burn, findTreeConfigPda, transfer, updateMetadata } from '@metaplex-foundation/mpl-bubblegum'
import {
  burnV1,
  findMasterEditionPda,
  findMetadataPda,
  getMetadataAccountDataSerializer,
  MPL_TOKEN_METADATA_PROGRAM_ID,
  TokenStandard,
  transferV1,
  updateV1,
} from '@metaplex-foundation/mpl-token-metadata'
import { createNoopSigner, type PublicKey, publicKey, some } from '@metaplex-foundation/umi'
import type { TransactionInstruction } from '@solana/web3.js'
import type { TokenTexts } from '../../family/tokens.ts'
import type { LeafContext } from '../../family/trees.ts'
import type { OwnToken } from '../../family/work.ts'
import { anyRoot, proofOf } from '../trees/proofs.ts'
import { compressionProgram, logWrapper, metadataArgs, offline, plain } from './instructions.ts'

/** Changes of a token of a certified collection. The treasury signs and pays; the holder signs burns and transfers, too. */
export interface TokenInstructions {
  /** @param metadata the metadata account's current data (`metadataOf`); not used for a token in a tree */
  update(token: OwnToken, texts: TokenTexts, metadata: Uint8Array): TransactionInstruction[]
  burn(token: OwnToken, holder: string): TransactionInstruction[]
  transfer(token: OwnToken, holder: string, to: string): TransactionInstruction[]
  /** Transfers a token that is an account and that the journal does not know. */
  transferAccount(mint: string, holder: string, to: string): TransactionInstruction[]
}

/** @param treasury base58 */
export function tokenInstructionsOf(treasury: string): TokenInstructions {
  const umi = offline(publicKey(treasury))
  const metadataOf = (mint: string): PublicKey => findMetadataPda(umi, { mint: publicKey(mint) })[0]

  /** Accounts and arguments of every Bubblegum instruction on a leaf. */
  const inTree = (leafContext: LeafContext) => {
    const { tree, leaf } = leafContext
    return {
      merkleTree: publicKey(tree),
      treeConfig: findTreeConfigPda(umi, { merkleTree: publicKey(tree) }),
      ...{ compressionProgram: publicKey(compressionProgram), logWrapper: publicKey(logWrapper) },
      ...{ root: anyRoot, nonce: leaf.place, index: leaf.place },
      proof: proofOf(leafContext).map((node) => publicKey(node)),
    }
  }
  const moved = (leafContext: LeafContext, holder: string) => ({
    ...inTree(leafContext),
    leafOwner: createNoopSigner(publicKey(holder)),
    leafDelegate: publicKey(leafContext.leaf.delegate ?? holder),
    dataHash: Buffer.from(leafContext.leaf.dataHash, 'hex'),
    creatorHash: Buffer.from(leafContext.leaf.creatorHash, 'hex'),
  })
  const transferAccount: TokenInstructions['transferAccount'] = (mint, holder, to) =>
    plain(
      transferV1(umi, {
        ...{ mint: publicKey(mint), authority: createNoopSigner(publicKey(holder)), tokenOwner: publicKey(holder) },
        ...{ destinationOwner: publicKey(to), tokenStandard: TokenStandard.NonFungible },
      }),
    )
  return {
    transferAccount,
    transfer(token, holder, to) {
      if (token.leafContext === null) return transferAccount(token.address, holder, to)
      return plain(transfer(umi, { ...moved(token.leafContext, holder), newLeafOwner: publicKey(to) }))
    },
    burn({ address, collection, leafContext }, holder) {
      if (leafContext !== null) return plain(burn(umi, moved(leafContext, holder)))
      return plain(
        burnV1(umi, {
          ...{ mint: publicKey(address), authority: createNoopSigner(publicKey(holder)) },
          ...{ tokenOwner: publicKey(holder), tokenStandard: TokenStandard.NonFungible },
          collectionMetadata: metadataOf(collection),
        }),
      )
    },
    update({ address, collection, texts: before, leafContext }, texts, metadata) {
      if (leafContext !== null)
        return plain(
          updateMetadata(umi, {
            ...inTree(leafContext),
            ...{
              leafOwner: publicKey(leafContext.leaf.owner),
              leafDelegate: publicKey(leafContext.leaf.delegate ?? leafContext.leaf.owner),
            },
            ...{ collectionMint: publicKey(collection), collectionMetadata: metadataOf(collection) },
            tokenMetadataProgram: MPL_TOKEN_METADATA_PROGRAM_ID,
            currentMetadata: metadataArgs(collection, before, true),
            updateArgs: changed(before, texts),
          }),
        )
      const [{ sellerFeeBasisPoints, creators }] = getMetadataAccountDataSerializer().deserialize(metadata)
      return plain(
        updateV1(umi, {
          ...{ mint: publicKey(address), metadata: metadataOf(address) },
          edition: findMasterEditionPda(umi, { mint: publicKey(address) }),
          data: some({ ...texts, sellerFeeBasisPoints, creators }),
        }),
      )
    },
  }
}

/** Only the texts that change, because a transaction has few bytes. */
export function changed(before: TokenTexts, { name, symbol, uri }: TokenTexts) {
  return {
    ...(name === before.name ? {} : { name: some(name) }),
    ...(symbol === before.symbol ? {} : { symbol: some(symbol) }),
    ...(uri === before.uri ? {} : { uri: some(uri) }),
  }
}

/** The texts in a token's metadata account. */
export function textsOf(metadata: Uint8Array): TokenTexts {
  const [{ name, symbol, uri }] = getMetadataAccountDataSerializer().deserialize(metadata)
  return { name: unpadded(name), symbol: unpadded(symbol), uri: unpadded(uri) }
}

/** Without the zeros with which Token Metadata pads texts. */
function unpadded(text: string): string {
  return text.replace(/\0+$/, '')
}
