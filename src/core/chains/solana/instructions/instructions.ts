import {
  TokenStandard as BubblegumStandard,
  createTreeConfig,
  findTreeConfigPda,
  hashMetadataCreators,
  hashMetadataData,
  type MetadataArgsArgs,
  mintToCollectionV1,
  mplBubblegum,
  TokenProgramVersion,
} from '@metaplex-foundation/mpl-bubblegum'
import {
  collectionDetails,
  createNft,
  findMasterEditionPda,
  findMetadataPda,
  mplTokenMetadata,
  verifyCollectionV1,
} from '@metaplex-foundation/mpl-token-metadata'
import {
  createNoopSigner,
  type PublicKey,
  percentAmount,
  publicKey,
  type Signer,
  some,
  type TransactionBuilder,
  type Umi,
} from '@metaplex-foundation/umi'
import { createUmi } from '@metaplex-foundation/umi-bundle-defaults'
import { PublicKey as Key, TransactionInstruction } from '@solana/web3.js'
import { LRUCache } from 'lru-cache'
import type { NewToken, TokenTexts } from '../../family/tokens.ts'
import type { TreeSize } from '../../family/trees.ts'
import { mintsLike } from './mint-pattern.ts'
import { treeAccount } from './tree-account.ts'

/** The account compression program of Bubblegum V1 trees, on mainnet and on practice networks. */
export const compressionProgram = 'cmtDvXumGCrqC1Age74AVPhSRVXJMd8PJS91L8KbNCK'
export const logWrapper = 'noopb9bkMVfRPU8AsbpTUg8AQkHtKwMYZiFUjNRtMmV'

/** A collection to be made. `supplyLimit` 0: none. */
export interface NewCollection {
  name: string
  symbol: string
  uri: string
  supplyLimit: number
}

/** Instructions for collections of one kind, all signed and paid for by one treasury. */
export interface MintInstructions {
  collection(mint: string, made: NewCollection): TransactionInstruction[]
  tree(tree: string, size: TreeSize, rent: number): TransactionInstruction[]
  compressed(collection: string, tree: string, tokens: readonly NewToken[]): TransactionInstruction[]
  uncompressed(collection: string, mint: string, token: NewToken): TransactionInstruction[]
}

/** Instructions for certified collections (Token Metadata, Bubblegum V1). */
export interface Instructions extends MintInstructions {
  /** A tree's TreeConfig, which counts its mints. */
  treeConfig(tree: string): string
  metadataOf(mint: string): string
}

const cached = 1_000

/** Umi's context for a treasury. It only derives addresses and encodes instructions, and never reaches a network. */
export function offline(treasury: PublicKey): Umi {
  const umi = createUmi('http://127.0.0.1').use(mplTokenMetadata()).use(mplBubblegum())
  const signer = createNoopSigner(treasury)
  umi.identity = signer
  umi.payer = signer
  return umi
}

/** @param treasury base58 */
export function instructionsOf(treasury: string): Instructions {
  const umi = offline(publicKey(treasury))
  const found = new LRUCache<string, PublicKey>({ max: cached })
  // Deriving a PDA tries bumps one by one, which takes longer than all else.
  const once = (name: string, find: () => readonly [PublicKey, number]): PublicKey => {
    const known = found.get(name)
    if (known !== undefined) return known
    const [made] = find()
    found.set(name, made)
    return made
  }
  const signer = (address: string): Signer => createNoopSigner(publicKey(address))
  const treeConfig = (tree: string) =>
    once(`tree ${tree}`, () => findTreeConfigPda(umi, { merkleTree: publicKey(tree) }))
  const metadataOf = (mint: string) => once(`metadata ${mint}`, () => findMetadataPda(umi, { mint: publicKey(mint) }))
  const editionOf = (mint: string) =>
    once(`edition ${mint}`, () => findMasterEditionPda(umi, { mint: publicKey(mint) }))

  const mint = (collection: string, tree: string, token: NewToken) =>
    plain(
      mintToCollectionV1(umi, {
        leafOwner: publicKey(token.recipient),
        merkleTree: publicKey(tree),
        treeConfig: treeConfig(tree),
        collectionMint: publicKey(collection),
        collectionMetadata: metadataOf(collection),
        collectionEdition: editionOf(collection),
        compressionProgram: publicKey(compressionProgram),
        logWrapper: publicKey(logWrapper),
        metadata: metadataArgs(collection, token, false),
      }),
    )

  return {
    treeConfig,
    metadataOf,
    collection: (mint, { name, symbol, uri }) =>
      plain(
        createNft(umi, {
          ...{ mint: signer(mint), name, symbol, uri, sellerFeeBasisPoints: percentAmount(0) },
          ...{ isCollection: true, collectionDetails: some(collectionDetails('V1', { size: 0 })) },
        }),
      ),
    tree(tree, size, rent) {
      const { depth: maxDepth, buffer: maxBufferSize } = size
      return [
        treeAccount(treasury, tree, size, rent, compressionProgram),
        ...plain(
          createTreeConfig(umi, {
            ...{ merkleTree: publicKey(tree), treeConfig: treeConfig(tree), maxDepth, maxBufferSize },
            // Explicit: the client would choose both by the cluster's genesis hash.
            ...{ compressionProgram: publicKey(compressionProgram), logWrapper: publicKey(logWrapper) },
          }),
        ),
      ]
    },
    compressed: mintsLike(mint),
    uncompressed: (collection, mint, { recipient, name, symbol, uri }) =>
      plain(
        createNft(umi, {
          ...{ mint: signer(mint), name, symbol, uri, sellerFeeBasisPoints: percentAmount(0) },
          tokenOwner: publicKey(recipient),
          collection: some({ key: publicKey(collection), verified: false }),
        }).add(
          verifyCollectionV1(umi, {
            metadata: metadataOf(mint),
            collectionMint: publicKey(collection),
            collectionMetadata: metadataOf(collection),
            collectionMasterEdition: editionOf(collection),
          }),
        ),
      ),
  }
}

/** A token's MetadataArgs for Bubblegum V1. @param verified true for the stored leaf's collection, false in the argument of the mint */
export function metadataArgs(
  collection: string,
  { name, symbol, uri }: TokenTexts,
  verified: boolean,
): MetadataArgsArgs {
  return {
    ...{ name, symbol, uri, sellerFeeBasisPoints: 0, creators: [] },
    ...{ primarySaleHappened: false, isMutable: true, editionNonce: null, uses: null },
    tokenStandard: BubblegumStandard.NonFungible,
    tokenProgramVersion: TokenProgramVersion.Original,
    collection: { key: publicKey(collection), verified },
  }
}

/** Data hash and creator hash of a token's leaf (Bubblegum V1), in hex. */
export function leafHashes(collection: string, token: TokenTexts): { dataHash: string; creatorHash: string } {
  return {
    dataHash: Buffer.from(hashMetadataData(metadataArgs(collection, token, true))).toString('hex'),
    creatorHash: Buffer.from(hashMetadataCreators([])).toString('hex'),
  }
}

/** A builder's instructions as web3.js types. */
export function plain(builder: TransactionBuilder): TransactionInstruction[] {
  const keyOf = keysOnce()
  return builder.getInstructions().map(
    ({ programId, keys, data }) =>
      new TransactionInstruction({
        programId: keyOf(programId),
        keys: keys.map(({ pubkey, isSigner, isWritable }) => ({ pubkey: keyOf(pubkey), isSigner, isWritable })),
        data: Buffer.from(data),
      }),
  )
}

/** Decoding base58 takes longer than all else, so each address is decoded once. */
function keysOnce(): (address: string) => Key {
  const read = new Map<string, Key>()
  return (address) => {
    const known = read.get(address) ?? new Key(address)
    read.set(address, known)
    return known
  }
}
