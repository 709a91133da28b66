import {
  findTreeConfigPda,
  getLeafSchemaSerializer,
  mintToCollectionV1,
  mintV2,
  mplBubblegum,
  TokenProgramVersion,
  TokenStandard,
} from '@metaplex-foundation/mpl-bubblegum'
import { findMasterEditionPda, findMetadataPda, mplTokenMetadata } from '@metaplex-foundation/mpl-token-metadata'
import { createNoopSigner, publicKey, some, type TransactionBuilder } from '@metaplex-foundation/umi'
import { createUmi } from '@metaplex-foundation/umi-bundle-defaults'
import { base58 } from '@scure/base'
import { ComputeBudgetProgram, PublicKey, TransactionInstruction, TransactionMessage } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { coreInstructionsOf } from '../../../src/core/chains/solana/instructions/core-instructions.ts'
import {
  compressionProgram,
  instructionsOf,
  logWrapper,
} from '../../../src/core/chains/solana/instructions/instructions.ts'
import { compileMessage } from '../../../src/core/chains/solana/transactions/message.ts'
import { leavesOf } from '../../../src/core/chains/solana/trees/leaves.ts'
import { solanaRecipientOf } from '../../minting/open-engine.ts'

const [payer, collection, tree] = [solanaRecipientOf(1), solanaRecipientOf(2), solanaRecipientOf(3)]
const build = instructionsOf(payer)
const core = coreInstructionsOf(payer, build.treeConfig)

describe('what is sent to Solana is byte for byte what the official clients make', () => {
  it.each([
    ['different recipients', false, 'Badge', 'ipfs://b'],
    ['one recipient', true, 'Badge', 'ipfs://b'],
    ['the longest texts, of several bytes a character', false, 'ÄÖÜ€'.repeat(3), 'ü'.repeat(100)],
    ['no texts', false, '', ''],
  ])('a message of compressed mints: %s', (_, same, name, uri) => {
    const tokens = [10, 11, 12].map((n) => ({ recipient: solanaRecipientOf(same ? 10 : n), name, symbol: 'B', uri }))
    const budget = { units: 200_000, price: 7n }
    const ours = compileMessage(payer, build.compressed(collection, tree, tokens), budget)
    expect(Buffer.from(ours)).toEqual(official(tokens.flatMap(officialMint), budget))
  })

  it('a message of compressed mints into a Core collection', () => {
    const tokens = [10, 11, 10].map((n) => ({
      recipient: solanaRecipientOf(n),
      name: `Badge ${n}`,
      symbol: '',
      uri: 'u',
    }))
    const budget = { units: 300_000, price: 0n }
    const ours = compileMessage(payer, core.compressed(collection, tree, tokens), budget)
    expect(Buffer.from(ours)).toEqual(official(tokens.flatMap(officialCoreMint), budget))
  })

  it('a message whose accounts are signers and writable by one instruction and neither by another', () => {
    const keys = [20, 21, 22, 23].map((n) => new PublicKey(solanaRecipientOf(n)))
    const uses = (
      roles: readonly (readonly [place: number, isSigner: boolean, isWritable: boolean])[],
      bytes: number,
    ) =>
      new TransactionInstruction({
        programId: new PublicKey(solanaRecipientOf(30 + roles.length)),
        keys: roles.map(([place, isSigner, isWritable]) => ({
          ...{ pubkey: keys[place] ?? new PublicKey(payer), isSigner, isWritable },
        })),
        data: Buffer.alloc(bytes, 5),
      })
    const instructions = [
      uses(
        [
          [0, false, false],
          [1, false, true],
          [2, true, false],
        ],
        0,
      ),
      uses(
        [
          [1, true, false],
          [0, false, false],
          [3, false, true],
          [9, false, false],
        ],
        127,
      ),
      uses([[0, false, true]], 300),
    ]
    const budget = { units: 1_400_000, price: 0n }
    expect(Buffer.from(compileMessage(payer, instructions, budget))).toEqual(official(instructions, budget))
  })
})

describe('what every mint of a collection writes, whatever its tree', () => {
  it('is the collection: more trees would not be faster', () => {
    const written = (tree: string) =>
      build
        .compressed(collection, tree, [{ recipient: solanaRecipientOf(9), name: 'a', symbol: 'b', uri: 'c' }])
        .flatMap(({ keys }) => keys.flatMap(({ isWritable, pubkey }) => (isWritable ? [pubkey.toBase58()] : [])))
    const [one, other] = [written(tree), written(solanaRecipientOf(4))]
    expect(one.filter((address) => other.includes(address))).toEqual([build.metadataOf(collection)])
  })
})

describe('what is read of leaves', () => {
  it.each(['V1', 'V2'] as const)('is what Metaplex wrote: %s', (version) => {
    const fields = {
      id: publicKey(solanaRecipientOf(40)),
      owner: publicKey(solanaRecipientOf(41)),
      delegate: publicKey(solanaRecipientOf(42)),
      nonce: 2n ** 40n + 7n,
      dataHash: Buffer.alloc(32, 43),
      creatorHash: Buffer.alloc(32, 44),
    }
    const beyond = { collectionHash: Buffer.alloc(32, 45), assetDataHash: Buffer.alloc(32, 46), flags: 0 }
    const leaf = getLeafSchemaSerializer().serialize(
      version === 'V1' ? { __kind: 'V1', ...fields } : { __kind: 'V2', ...fields, ...beyond },
    )
    const event = (kind: number, bytes: Uint8Array) => base58.encode(Buffer.from([kind, 0, 0, 0, 0, 0, 1, 0, ...bytes]))
    const [treePlace, logPlace] = [0, 1]
    const found = leavesOf(
      {
        slot: 1,
        meta: {
          ...{ err: null, fee: 5000, preBalances: [], postBalances: [] },
          innerInstructions: [
            {
              index: 0,
              instructions: [Buffer.alloc(590, 7), leaf].map((bytes, kind) => ({
                programIdIndex: logPlace,
                data: event(kind, bytes),
              })),
            },
          ],
        },
        transaction: {
          message: { accountKeys: [tree, logWrapper], instructions: [{ accounts: [treePlace], programIdIndex: 2 }] },
        },
      },
      tree,
    )
    const { id: address, owner, nonce } = fields
    const [dataHash, creatorHash] = [fields.dataHash, fields.creatorHash].map((hash) => hash.toString('hex'))
    expect(found).toEqual([{ place: Number(nonce), address, owner, dataHash, creatorHash }])
  })
})

/** As `@solana/web3.js` compiles it. */
function official(instructions: readonly TransactionInstruction[], { units, price }: { units: number; price: bigint }) {
  const budget = [
    ComputeBudgetProgram.setComputeUnitLimit({ units }),
    ...(price === 0n ? [] : [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price })]),
  ]
  return new TransactionMessage({
    payerKey: new PublicKey(payer),
    recentBlockhash: '1'.repeat(32),
    instructions: [...budget, ...instructions],
  })
    .compileToLegacyMessage()
    .serialize()
}

interface Token {
  recipient: string
  name: string
  symbol: string
  uri: string
}

function officialUmi() {
  const umi = createUmi('http://127.0.0.1').use(mplTokenMetadata()).use(mplBubblegum())
  umi.identity = umi.payer = createNoopSigner(publicKey(payer))
  return umi
}

function officialCoreMint({ recipient, name, symbol, uri }: Token): TransactionInstruction[] {
  return plain(
    mintV2(officialUmi(), {
      leafOwner: publicKey(recipient),
      merkleTree: publicKey(tree),
      coreCollection: publicKey(collection),
      metadata: {
        ...{ name, symbol, uri, sellerFeeBasisPoints: 0, creators: [], collection: some(publicKey(collection)) },
      },
    }),
  )
}

/** As Metaplex' own client builds it. */
function officialMint(token: Token): TransactionInstruction[] {
  const umi = officialUmi()
  const mint = publicKey(collection)
  const built = mintToCollectionV1(umi, {
    leafOwner: publicKey(token.recipient),
    merkleTree: publicKey(tree),
    treeConfig: findTreeConfigPda(umi, { merkleTree: publicKey(tree) }),
    collectionMint: mint,
    collectionMetadata: findMetadataPda(umi, { mint }),
    collectionEdition: findMasterEditionPda(umi, { mint }),
    compressionProgram: publicKey(compressionProgram),
    logWrapper: publicKey(logWrapper),
    metadata: {
      ...{ name: token.name, symbol: token.symbol, uri: token.uri, sellerFeeBasisPoints: 0, creators: [] },
      ...{ primarySaleHappened: false, isMutable: true, editionNonce: null, uses: null },
      tokenStandard: TokenStandard.NonFungible,
      tokenProgramVersion: TokenProgramVersion.Original,
      collection: { key: mint, verified: false },
    },
  })
  return plain(built)
}

function plain(built: TransactionBuilder): TransactionInstruction[] {
  return built.getInstructions().map(
    ({ programId, keys, data }) =>
      new TransactionInstruction({
        programId: new PublicKey(programId),
        keys: keys.map(({ pubkey, isSigner, isWritable }) => ({ pubkey: new PublicKey(pubkey), isSigner, isWritable })),
        data: Buffer.from(data),
      }),
  )
}
