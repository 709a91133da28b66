import { base58 } from '@scure/base'

/** The metadata in a mint of Token-2022. */
export interface MintMetadata {
  name: string
  uri: string
  /** The mint of its group; null: it is in none. */
  group: string | null
}

/** A mint has 82 bytes, then padding up to the length of a token account, then the account type, then its extensions. */
const layout = { kindAt: 165, mint: 1, extensionsAt: 166 } as const
/** Token-2022's extension types (spl_token_2022::extension::ExtensionType). */
const extension = { metadataPointer: 18, metadata: 19, groupMember: 23 } as const
const addressBytes = 32
/** Metadata pointer: authority, address. */
const pointedAt = addressBytes
/** Token metadata: update authority, mint, texts. */
const textsAt = 2 * addressBytes
/** Group member: mint, group. */
const groupAt = addressBytes

/**
 * Reads the metadata in a mint's own account (the extensions metadata pointer, token metadata and group member).
 * @param data the account of a mint of Token-2022
 * @returns null if the account holds no metadata, or its pointer names another account
 */
export function metadataInMint(address: string, data: Uint8Array): MintMetadata | null {
  const found = extensionsOf(Buffer.from(data))
  const pointer = found.get(extension.metadataPointer)
  const metadata = found.get(extension.metadata)
  if (!pointer || !metadata || addressIn(pointer, pointedAt) !== address) return null
  const [name, _symbol, uri] = textsIn(metadata.subarray(textsAt), 3)
  if (name === undefined || uri === undefined) return null
  const member = found.get(extension.groupMember)
  return { name, uri, group: member ? addressIn(member, groupAt) : null }
}

/** Extensions by type. Each has its type (2 bytes), its length (2 bytes), and its value. */
function extensionsOf(data: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>()
  if (data[layout.kindAt] !== layout.mint) return found
  for (let at = layout.extensionsAt; at + 4 <= data.length; ) {
    const [kind, length] = [data.readUInt16LE(at), data.readUInt16LE(at + 2)]
    if (kind === 0 || at + 4 + length > data.length) break
    found.set(kind, data.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return found
}

function addressIn(data: Buffer, at: number): string | null {
  return data.length < at + addressBytes ? null : base58.encode(data.subarray(at, at + addressBytes))
}

/** Consecutive texts, each preceded by its length (4 bytes); fewer if the bytes end. */
function textsIn(data: Buffer, count: number): string[] {
  const texts: string[] = []
  for (let at = 0; texts.length < count && at + 4 <= data.length; ) {
    const end = at + 4 + data.readUInt32LE(at)
    if (end > data.length) break
    texts.push(data.toString('utf8', at + 4, end))
    at = end
  }
  return texts
}
