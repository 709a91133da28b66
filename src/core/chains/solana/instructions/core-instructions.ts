import {
  createTreeConfigV2,
  hashMetadataCreators,
  hashMetadataDataV2,
  type MetadataArgsV2Args,
  mintV2,
  TokenStandard,
} from '@metaplex-foundation/mpl-bubblegum'
import {
  addCollectionPlugin,
  createCollection,
  createV2,
  ruleSet,
  updateCollectionPlugin,
  updateCollectionV1,
} from '@metaplex-foundation/mpl-core'
import { createNoopSigner, publicKey, some } from '@metaplex-foundation/umi'
import type { TransactionInstruction } from '@solana/web3.js'
import type { NewToken, TokenTexts } from '../../family/tokens.ts'
import { supplyAttribute } from './core-sizes.ts'
import { type Instructions, type MintInstructions, offline, plain } from './instructions.ts'
import { mintsLike } from './mint-pattern.ts'
import { treeAccount } from './tree-account.ts'

/** Owns collections and assets of the Core standard. */
export const coreProgram = 'CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d'
/** The account compression program of Bubblegum V2 trees. */
export const compressionProgramV2 = 'mcmt6YrQEMKw8Mw43FmpRLmf7BqRnFMKmAcbxE3xkAW'
export const logWrapperV2 = 'mnoopTCrg4p8ry25e4bcWA9XZjbNjMTfgYVGGEdRsf3'

/** Instructions for collections of the Core standard: their compressed tokens are leaves of Bubblegum V2, the others Core assets. */
export interface CoreInstructions extends MintInstructions {
  /** @param limit null: none */
  supplyLimit(collection: string, limit: number | null): TransactionInstruction[]
  /** @param royalty null: none */
  royalty(collection: string, royalty: { receiver: string; basisPoints: number } | null): TransactionInstruction[]
  /** Replaces the URI of the collection's own metadata. */
  metadata(collection: string, uri: string): TransactionInstruction[]
  /**
   * Gives the collection to another owner; the treasury goes on minting and changing tokens as one of its delegates.
   * @param delegates the collection's delegates; null: it has no such plugin
   */
  handOver(collection: string, to: string, delegates: readonly string[] | null): TransactionInstruction[]
}

/** @param treasury base58; signs and pays for all instructions */
export function coreInstructionsOf(treasury: string, treeConfig: Instructions['treeConfig']): CoreInstructions {
  const umi = offline(publicKey(treasury))
  const change = (collection: string, plugin: Parameters<typeof updateCollectionPlugin>[1]['plugin']) =>
    plain(updateCollectionPlugin(umi, { collection: publicKey(collection), plugin }))
  const mint = (collection: string, tree: string, token: NewToken) =>
    plain(
      mintV2(umi, {
        leafOwner: publicKey(token.recipient),
        merkleTree: publicKey(tree),
        treeConfig: publicKey(treeConfig(tree)),
        coreCollection: publicKey(collection),
        ...programsV2,
        metadata: coreMetadataArgs(collection, token),
      }),
    )
  return {
    // All plugins exist from the start, so that every later change is the same instruction (an update).
    collection: (collection, { name, uri, supplyLimit }) =>
      plain(
        createCollection(umi, {
          ...{ collection: createNoopSigner(publicKey(collection)), name, uri },
          plugins: [
            // Without it Bubblegum mints nothing into a collection.
            { type: 'BubblegumV2' },
            limitOf(supplyLimit === 0 ? null : supplyLimit),
            royaltyOf({ receiver: treasury, basisPoints: 0 }),
          ],
        }),
      ),
    tree(tree, size, rent) {
      const { depth: maxDepth, buffer: maxBufferSize } = size
      return [
        treeAccount(treasury, tree, size, rent, compressionProgramV2),
        ...plain(
          createTreeConfigV2(umi, {
            ...{ merkleTree: publicKey(tree), treeConfig: publicKey(treeConfig(tree)), maxDepth, maxBufferSize },
            ...programsV2,
          }),
        ),
      ]
    },
    compressed: mintsLike(mint),
    uncompressed: (collection, asset, { recipient, name, uri }) =>
      plain(
        createV2(umi, {
          ...{ asset: createNoopSigner(publicKey(asset)), collection: publicKey(collection), name, uri },
          owner: publicKey(recipient),
        }),
      ),
    supplyLimit: (collection, limit) => change(collection, limitOf(limit)),
    metadata: (collection, uri) => plain(updateCollectionV1(umi, { collection: publicKey(collection), newUri: uri })),
    handOver(collection, to, delegates) {
      const all = [...(delegates ?? []).filter((one) => one !== treasury), treasury]
      const plugin = { type: 'UpdateDelegate', additionalDelegates: all.map((one) => publicKey(one)) } as const
      const made = plain(addCollectionPlugin(umi, { collection: publicKey(collection), plugin }))
      return [
        ...(delegates === null ? made : delegates.includes(treasury) ? [] : change(collection, plugin)),
        ...plain(updateCollectionV1(umi, { collection: publicKey(collection), newUpdateAuthority: publicKey(to) })),
      ]
    },
    royalty: (collection, royalty) => change(collection, royaltyOf(royalty ?? { receiver: treasury, basisPoints: 0 })),
  }
}

/** Explicit: the client would choose them itself. */
export const programsV2 = {
  compressionProgram: publicKey(compressionProgramV2),
  logWrapper: publicKey(logWrapperV2),
}

/** An attribute, because a collection with Bubblegum's plugin may have no MasterEdition; that would not enforce a supply either. */
function limitOf(limit: number | null) {
  const attributeList = limit === null ? [] : [{ key: supplyAttribute, value: String(limit) }]
  return { type: 'Attributes', attributeList } as const
}

function royaltyOf({ receiver, basisPoints }: { receiver: string; basisPoints: number }) {
  const creators = [{ address: publicKey(receiver), percentage: 100 }]
  return { type: 'Royalties', basisPoints, creators, ruleSet: ruleSet('None') } as const
}

/** With an explicit seller fee: the client would leave it to the collection, which the program refuses (error 6015). */
export function coreMetadataArgs(collection: string, { name, symbol, uri }: TokenTexts): MetadataArgsV2Args {
  return {
    ...{ name, symbol, uri, sellerFeeBasisPoints: 0, creators: [] },
    ...{ primarySaleHappened: false, isMutable: true, tokenStandard: TokenStandard.NonFungible },
    collection: some(publicKey(collection)),
  }
}

/** Data hash and creator hash of a token's leaf (Bubblegum V2), in hex. */
export function coreLeafHashes(collection: string, token: TokenTexts): { dataHash: string; creatorHash: string } {
  return {
    dataHash: Buffer.from(hashMetadataDataV2(coreMetadataArgs(collection, token))).toString('hex'),
    creatorHash: Buffer.from(hashMetadataCreators([])).toString('hex'),
  }
}
