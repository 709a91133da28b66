import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'

/** An ed25519 key pair that signs data items, as a Solana account. */
export interface DataItemSigner {
  /** Base58 of the public key. */
  readonly address: string
  /** 64 bytes. */
  sign(message: Uint8Array): Uint8Array
}

/** The content of a file to sign: its length and its bytes. */
export interface ItemData {
  size: number
  bytes: AsyncIterable<Uint8Array>
}

/** A signed data item, without its data. */
export interface DataItem {
  /** 43 characters of base64url: SHA-256 of the signature. */
  id: string
  /** The bytes before the data. */
  head: Uint8Array
}

/**
 * Type 4 is Solana's: the account signs the digest as hexadecimal text, so that the signature cannot pass for that of a transaction.
 * ANS-104 of github.com/ArweaveTeam/arweave-standards; `HexSolanaSigner` of `@dha-team/arbundles`, which Turbo's own SDK signs with.
 */
const solanaType = 4

/**
 * Signs a file as an ANS-104 data item. The signature is deterministic: the same file, tags and account give the same id.
 * @param tags at least one
 */
export async function signDataItem(
  signer: DataItemSigner,
  tags: Readonly<Record<string, string>>,
  data: ItemData,
): Promise<DataItem> {
  const owner = base58.decode(signer.address)
  const encoded = encodeTags(tags)
  const none = new Uint8Array()
  const before = ['dataitem', '1', String(solanaType)].map((text) => Buffer.from(text))
  const parts = [...before, owner, none, none, encoded].map(blobDigest)
  const digest = listDigest([...parts, await dataDigest(data)])
  const signature = signer.sign(Buffer.from(digest.toString('hex')))
  const counts = Buffer.alloc(18)
  // The first two bytes stay zero: neither a target nor an anchor.
  counts.writeBigUInt64LE(BigInt(Object.keys(tags).length), 2)
  counts.writeBigUInt64LE(BigInt(encoded.length), 10)
  return {
    id: createHash('sha256').update(signature).digest('base64url'),
    head: Buffer.concat([Buffer.from([solanaType, 0]), signature, owner, counts, encoded]),
  }
}

/** Tags as Avro encodes an array of pairs: its length, each text with its length before it, and a zero at the end. */
function encodeTags(tags: Readonly<Record<string, string>>): Uint8Array {
  const pairs = Object.entries(tags)
  const texts = pairs.flat().map((text) => Buffer.from(text))
  const written = texts.flatMap((text) => [zigzag(text.length), text])
  return Buffer.concat([zigzag(pairs.length), ...written, zigzag(0)])
}

/** Avro's `long` for a number that is not negative. */
function zigzag(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value * 2
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  return Uint8Array.from([...bytes, rest])
}

/** Arweave's deep hash of a list, from the digests of its members. */
function listDigest(members: readonly Uint8Array[]): Buffer {
  const start: Buffer = sha384(Buffer.from(`list${members.length}`))
  return members.reduce((all: Buffer, member) => sha384(Buffer.concat([all, member])), start)
}

function blobDigest(bytes: Uint8Array): Buffer {
  return tagged(bytes.length, sha384(bytes))
}

async function dataDigest({ size, bytes }: ItemData): Promise<Buffer> {
  const hash = createHash('sha384')
  for await (const piece of bytes) hash.update(piece)
  return tagged(size, hash.digest())
}

function tagged(length: number, digest: Uint8Array): Buffer {
  return sha384(Buffer.concat([sha384(Buffer.from(`blob${length}`)), digest]))
}

function sha384(bytes: Uint8Array): Buffer {
  return createHash('sha384').update(bytes).digest()
}
