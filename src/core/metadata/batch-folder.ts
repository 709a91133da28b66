import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { canonicalJsonBytes } from '../lib/canonical-json.ts'
import type { FolderFile } from '../lib/folder-address.ts'
import type { ContentStore } from './content-store.ts'

/**
 * One mint of a batch: its id, and its metadata with linked files resolved, in canonical JSON; its place is its index in the list. A mint
 * without metadata of its own (hosted, or under the collection's base URI) has no file at its place.
 */
export type BatchMember = { mintId: string; json?: string }

/** The name of the file that lists the tags of a batch's mints by place. */
export const mintsFileName = 'mints.json'

const mintsFileSchema = z.object({ version: z.literal(1), mints: z.array(z.string().regex(/^[0-9a-f]{64}$/)) })

/**
 * The tags of a batch's mints, by place, from the bytes of its `mints.json`; undefined when the file is not of the form
 * that {@link batchFiles} writes.
 */
export function readMintsFile(bytes: Uint8Array): string[] | undefined {
  try {
    return mintsFileSchema.parse(JSON.parse(new TextDecoder().decode(bytes))).mints
  } catch {
    return undefined
  }
}

/**
 * The tag of a mint in the public `mints.json`: HMAC-SHA-256 in hex, 64 characters. Whoever has the seed can match the tag
 * to the mint; nobody else learns the mint's id.
 * @param key the project's own: `mintsKey` of its keyring
 */
export function mintTag(key: Uint8Array, mintId: string): string {
  return createHmac('sha256', key).update(mintId, 'utf8').digest('hex')
}

/**
 * The files of a batch's folder: `0.json` … by place, in canonical JSON, and `mints.json`. The same members give the same
 * files, hence the same CID.
 */
export function batchFiles(members: readonly BatchMember[], key: Uint8Array): FolderFile[] {
  const mints: z.infer<typeof mintsFileSchema> = {
    version: 1,
    mints: members.map(({ mintId }) => mintTag(key, mintId)),
  }
  const encoder = new TextEncoder()
  const places = members.flatMap(({ json }, place) =>
    json === undefined ? [] : [{ name: `${place}.json`, bytes: encoder.encode(json) }],
  )
  return [...places, { name: mintsFileName, bytes: canonicalJsonBytes(mints) }]
}

/**
 * Stores a batch's folder. Repeatable.
 * @returns the folder's CID, and the digest in it that the contract stores
 * @throws StorageError
 */
export async function storeBatchFolder(
  members: readonly BatchMember[],
  key: Uint8Array,
  store: ContentStore,
): Promise<{ cid: string; digest: `0x${string}` }> {
  const { cid, digest } = await store.putFolder(batchFiles(members, key))
  return { cid, digest }
}
