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
import { PublicKey as Key, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { LRUCache } from 'lru-cache'
import type { NewToken, TreeSize } from '../family.ts'
import { treeBytes } from './tree-size.ts'

/** The account compression of mainnet, by which Bubblegum V1 keeps its trees; a practice network has the same. */
export const compressionProgram = 'cmtDvXumGCrqC1Age74AVPhSRVXJMd8PJS91L8KbNCK'
export const logWrapper = 'noopb9bkMVfRPU8AsbpTUg8AQkHtKwMYZiFUjNRtMmV'

/** Instructions of Metaplex' programs, all signed and paid for by one treasury. */
export interface Instructions {
  collection(mint: string, named: { name: string; symbol: string; uri: string }): TransactionInstruction[]
  tree(tree: string, size: TreeSize, rent: number): TransactionInstruction[]
  compressed(collection: string, tree: string, tokens: readonly NewToken[]): TransactionInstruction[]
  uncompressed(collection: string, mint: string, token: NewToken): TransactionInstruction[]
  /** Where a tree's counter is. */
  treeConfig(tree: string): string
  metadataOf(mint: string): string
}

const cached = 1_000

/** Only addresses and encodings are used of it: it never reaches a network. */
function offline(treasury: PublicKey): Umi {
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
  // An address of a program is searched for by trial, which takes longer than all else.
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
  const patterns = new LRUCache<string, MintPattern>({ max: cached })

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
        SystemProgram.createAccount({
          fromPubkey: new Key(treasury),
          newAccountPubkey: new Key(tree),
          lamports: rent,
          space: treeBytes(size),
          programId: new Key(compressionProgram),
        }),
        ...plain(
          createTreeConfig(umi, {
            ...{ merkleTree: publicKey(tree), treeConfig: treeConfig(tree), maxDepth, maxBufferSize },
            // Both are said: the client would choose by the cluster's genesis.
            ...{ compressionProgram: publicKey(compressionProgram), logWrapper: publicKey(logWrapper) },
          }),
        ),
      ]
    },
    compressed(collection, tree, tokens) {
      const name = `${collection} ${tree}`
      const pattern = patterns.get(name) ?? patternOf(mint(collection, tree, blank))
      patterns.set(name, pattern)
      return tokens.map((token) => mintLike(pattern, token))
    },
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

/** What all mints into a tree have in common. */
interface MintPattern {
  instruction: TransactionInstruction
  /** The data before the token's name, and behind its URI. */
  head: Buffer
  tail: Buffer
}

/** A token that is nobody's: what stands for it in a pattern is replaced. */
const blank: NewToken = { recipient: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', name: '', symbol: '', uri: '' }
const blankOwner = new Key(blank.recipient)
/** Before the metadata, which begins with three texts: the instruction's discriminator. */
const textsAt = 8
/** A text is its length in 4 bytes, and its bytes. */
const emptyTexts = Buffer.alloc(3 * 4)

function patternOf([instruction]: readonly TransactionInstruction[]): MintPattern {
  const end = textsAt + emptyTexts.length
  if (!instruction?.data.subarray(textsAt, end).equals(emptyTexts))
    throw new Error('the instruction of a compressed mint is not as it was')
  return { instruction, head: instruction.data.subarray(0, textsAt), tail: instruction.data.subarray(end) }
}

/** The mint of a token: as Metaplex' client builds it, thirty times as fast. */
function mintLike({ instruction, head, tail }: MintPattern, { recipient, name, symbol, uri }: NewToken) {
  const owner = new Key(recipient)
  return new TransactionInstruction({
    programId: instruction.programId,
    keys: instruction.keys.map((key) => (key.pubkey.equals(blankOwner) ? { ...key, pubkey: owner } : key)),
    data: Buffer.concat([head, ...[name, symbol, uri].flatMap(text), tail]),
  })
}

function text(written: string): [Buffer, Buffer] {
  const bytes = Buffer.from(written)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return [length, bytes]
}

/** @param verified the leaf that is kept says so of its collection, the argument of the mint does not */
function metadataArgs(collection: string, { name, symbol, uri }: NewToken, verified: boolean): MetadataArgsArgs {
  return {
    ...{ name, symbol, uri, sellerFeeBasisPoints: 0, creators: [] },
    ...{ primarySaleHappened: false, isMutable: true, editionNonce: null, uses: null },
    tokenStandard: BubblegumStandard.NonFungible,
    tokenProgramVersion: TokenProgramVersion.Original,
    collection: { key: publicKey(collection), verified },
  }
}

/** What a compressed token's leaf says of it, in hex. */
export function leafHashes(collection: string, token: NewToken): { dataHash: string; creatorHash: string } {
  return {
    dataHash: Buffer.from(hashMetadataData(metadataArgs(collection, token, true))).toString('hex'),
    creatorHash: Buffer.from(hashMetadataCreators([])).toString('hex'),
  }
}

function plain(builder: TransactionBuilder): TransactionInstruction[] {
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

/** Reading base58 takes longer than all else: each address is read once. */
function keysOnce(): (address: string) => Key {
  const read = new Map<string, Key>()
  return (address) => {
    const known = read.get(address) ?? new Key(address)
    read.set(address, known)
    return known
  }
}
