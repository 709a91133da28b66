import { isChainName } from '../../shared/chains.ts'
import { familyOf } from '../../shared/families.ts'
import { arweavePrefix, prefixOf } from '../lib/uri-prefix.ts'
import { PinningError } from './pinning.ts'
import type { Storage } from './storage.ts'

/** A mint's metadata: JSON, which our storage must serve, or the URI of hosted metadata. */
type Metadata = { json: string } | { uri: string } | null
/** Its collection. */
type Named = { chain: string; contract_uri: string | null }

/**
 * Refuses a live run unless a storage is set and works now, or every row names hosted metadata: nobody must pay for NFTs whose
 * metadata nobody serves.
 * @param rows the rows of the import that can be minted
 * @throws PinningError `storage.missing` and the like, with the sentence and the cure
 */
export async function requireStorageForRun(
  storage: Storage,
  project: { kind: 'practice' | 'live' },
  collection: Named,
  rows: AsyncIterable<{ metadataUri?: string | undefined }>,
): Promise<void> {
  if (project.kind === 'practice') return
  try {
    await requireTaken(storage, collection)
    await storage.requireWorking(prefixIn(collection))
  } catch (error) {
    for await (const { metadataUri } of rows) if (metadataUri === undefined) throw error
  }
}

/**
 * Refuses live mints of the API whose metadata nobody would serve. Accepted mints wait for a storage that is down, so it need
 * not work at this moment.
 * @throws PinningError `storage.missing`
 */
export async function requireStorageForMints(
  storage: Storage,
  project: { kind: 'practice' | 'live' },
  collection: Named,
  metadata: readonly Metadata[],
): Promise<void> {
  if (project.kind !== 'live' || !metadata.some((one) => one !== null && 'json' in one)) return
  await requireTaken(storage, collection)
  await storage.requireSet(prefixIn(collection))
}

/** Undefined where it is not fixed yet: the collection's own metadata will take it from the storage of that time. */
function prefixIn({ contract_uri: uri }: Named): string | undefined {
  return uri === null ? undefined : prefixOf(uri)
}

/** Refuses Arweave for families whose contracts name metadata by the hash of its content. */
async function requireTaken(storage: Storage, { chain }: Named): Promise<void> {
  if (!isChainName(chain) || familyOf(chain).anyAddress || (await storage.used())?.uriPrefix !== arweavePrefix) return
  throw new PinningError(
    'storage.wrong',
    `Collections on ${familyOf(chain).label} name metadata by the hash of its content, and on Arweave it has other addresses: set a storage that serves IPFS, a bucket or a folder, in Settings or with "mintdesk storage set".`,
  )
}
