import { isChainName } from '../../shared/chains.ts'
import { familyOf } from '../../shared/families.ts'
import { arweavePrefix, prefixOf } from '../lib/uri-prefix.ts'
import { PinningError } from './pinning.ts'
import type { Storage } from './storage.ts'

/** What the gate needs to know of a mint: whether its metadata is ours to serve. */
type Metadata = { json: string } | { uri: string } | null
/** … and of its collection. */
type Named = { chain: string; contract_uri: string | null }

/**
 * Refuses a live run unless a pinning service is set and works now, or every row names hosted metadata: nobody pays for NFTs whose
 * metadata nobody serves.
 * @param rows of the import that can be minted
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
 * Refuses live mints of the API whose metadata nobody would serve. What is accepted waits for a service that is down, so here it need
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

/** Undefined where it is not settled: the collection's own metadata is made with the storage of then. */
function prefixIn({ contract_uri: uri }: Named): string | undefined {
  return uri === null ? undefined : prefixOf(uri)
}

/** Contracts that hold the hash of content cannot name what lies on Arweave. */
async function requireTaken(storage: Storage, { chain }: Named): Promise<void> {
  if (!isChainName(chain) || familyOf(chain).anyAddress || (await storage.used())?.uriPrefix !== arweavePrefix) return
  throw new PinningError(
    'storage.wrong',
    `Collections on ${familyOf(chain).label} name metadata by the hash of its content, and on Arweave it has other addresses: set a storage that serves IPFS, a bucket or a folder, in Settings or with "mintdesk storage set".`,
  )
}
