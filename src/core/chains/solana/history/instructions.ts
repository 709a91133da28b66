import {
  getMintToCollectionV1InstructionDataSerializer,
  getMintV2InstructionDataSerializer,
  getUpdateMetadataInstructionDataSerializer,
  getUpdateMetadataV2InstructionDataSerializer,
  MPL_BUBBLEGUM_PROGRAM_ID,
  type UpdateArgs,
} from '@metaplex-foundation/mpl-bubblegum'
import { getCreateV2InstructionDataSerializer } from '@metaplex-foundation/mpl-core'
import {
  getCreateV1InstructionDataSerializer,
  MPL_TOKEN_METADATA_PROGRAM_ID,
} from '@metaplex-foundation/mpl-token-metadata'
import { isSome, type Option } from '@metaplex-foundation/umi'
import type { TokenTexts } from '../../family/tokens.ts'
import { coreProgram } from '../instructions/core-instructions.ts'

/** An instruction with the addresses of its accounts in order. */
export interface Instruction {
  program: string
  accounts: readonly string[]
  data: Uint8Array
}

/** What an instruction of Metaplex's programs does, if it makes collections or tokens, or changes their texts on chain. */
export type Asked =
  | { kind: 'collection'; collection: string }
  /** `recipient` null: another instruction of the transaction, of kind `recipient`, names the recipient. */
  | { kind: 'token'; token: string; collection: string; recipient: string | null; texts: TokenTexts }
  | { kind: 'recipient'; token: string; recipient: string }
  | { kind: 'leaf'; collection: string; texts: TokenTexts }
  /** A mint into a tree without a collection. */
  | { kind: 'other-leaf' }
  | { kind: 'update'; tree: string; place: number; texts: TokenTexts }

/** Anchor discriminators of Bubblegum's instructions, and indexes of their accounts. */
const bubblegum = {
  mintToCollectionV1: { begins: '9912b22fc59e560f', collection: 8 },
  mintV2: { begins: '78791792ad6ec7cd', collection: 7 },
  mintV1: { begins: '9162c076b8937668' },
  updateMetadata: { begins: 'aab62bef614ee1ba', tree: 8 },
  updateMetadataV2: { begins: '2b67592a79f23e48', tree: 5 },
} as const
/** The same for Token Metadata (discriminator: number, then version) and Core (number). */
const metadata = { create: [42, 0], mint: [43, 0], mintOf: { create: 2, mint: 5 }, ownerOf: 1 } as const
const core = { createCollection: 21, create: 20, asset: 0, collection: 1, authority: 2, payer: 3, owner: 4 } as const

/** Whether it is an instruction of Bubblegum, which mints into trees and changes their leaves. */
export function isOfTrees({ program }: Instruction): boolean {
  return program === String(MPL_BUBBLEGUM_PROGRAM_ID)
}

/** What an instruction does; null: nothing that matters here. @throws if its data is not in the form of the program's client */
export function askedBy(instruction: Instruction): Asked | null {
  const { program, accounts, data } = instruction
  const at = (place: number): string => accounts[place] ?? ''
  if (isOfTrees(instruction)) return askedOfTree(at, data)
  if (program === coreProgram) {
    if (data[0] === core.createCollection) return { kind: 'collection', collection: at(core.collection - 1) }
    if (data[0] !== core.create) return null
    const [{ name, uri }] = getCreateV2InstructionDataSerializer().deserialize(data)
    // The program's own address stands for an omitted account.
    const recipient = [core.owner, core.authority, core.payer].map(at).find((one) => one !== coreProgram) ?? ''
    const texts = { name, symbol: '', uri }
    return { kind: 'token', token: at(core.asset), collection: at(core.collection), recipient, texts }
  }
  if (program !== String(MPL_TOKEN_METADATA_PROGRAM_ID)) return null
  if (begins(data, metadata.mint))
    return { kind: 'recipient', token: at(metadata.mintOf.mint), recipient: at(metadata.ownerOf) }
  if (!begins(data, metadata.create)) return null
  const [made] = getCreateV1InstructionDataSerializer().deserialize(data)
  const token = at(metadata.mintOf.create)
  if (isSome(made.collectionDetails)) return { kind: 'collection', collection: token }
  if (!isSome(made.collection)) return null
  const { name, symbol, uri } = made
  const collection = String(made.collection.value.key)
  return { kind: 'token', token, collection, recipient: null, texts: { name, symbol, uri } }
}

function askedOfTree(at: (place: number) => string, data: Uint8Array): Asked | null {
  const { mintToCollectionV1, mintV2, mintV1, updateMetadata, updateMetadataV2 } = bubblegum
  switch (Buffer.from(data.subarray(0, 8)).toString('hex')) {
    case mintToCollectionV1.begins: {
      const [{ metadata: made }] = getMintToCollectionV1InstructionDataSerializer().deserialize(data)
      return { kind: 'leaf', collection: at(mintToCollectionV1.collection), texts: textsIn(made) }
    }
    case mintV2.begins: {
      const [{ metadata: made }] = getMintV2InstructionDataSerializer().deserialize(data)
      return { kind: 'leaf', collection: at(mintV2.collection), texts: textsIn(made) }
    }
    case mintV1.begins:
      return { kind: 'other-leaf' }
    case updateMetadata.begins: {
      const [{ nonce, currentMetadata, updateArgs }] = getUpdateMetadataInstructionDataSerializer().deserialize(data)
      const texts = updated(textsIn(currentMetadata), updateArgs)
      return { kind: 'update', tree: at(updateMetadata.tree), place: Number(nonce), texts }
    }
    case updateMetadataV2.begins: {
      const [{ nonce, currentMetadata, updateArgs }] = getUpdateMetadataV2InstructionDataSerializer().deserialize(data)
      const texts = updated(textsIn(currentMetadata), updateArgs)
      return { kind: 'update', tree: at(updateMetadataV2.tree), place: Number(nonce), texts }
    }
    default:
      return null
  }
}

function textsIn({ name, symbol, uri }: TokenTexts): TokenTexts {
  return { name, symbol, uri }
}

function updated(before: TokenTexts, { name, symbol, uri }: UpdateArgs): TokenTexts {
  const now = (changed: Option<string>, text: string) => (isSome(changed) ? changed.value : text)
  return { name: now(name, before.name), symbol: now(symbol, before.symbol), uri: now(uri, before.uri) }
}

function begins(data: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, place) => data[place] === byte)
}
