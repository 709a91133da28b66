import type { StorageSeen } from '../../shared/app-api/storage-seen.ts'
import { type OutsideDeps, seenFromOutside } from './outside.ts'

/** Fetches a small file, unique to this installation, that the storage keeps, as the world does. The result is a warning and blocks nothing. */
export async function storageSeenFromOutside(uri: string, deps: OutsideDeps): Promise<StorageSeen> {
  const found = await seenFromOutside(uri, deps)
  if (found.kind === 'seen')
    return { seen: true, uri, said: `It is seen from outside: ${new URL(found.url).host} answers what it keeps.` }
  if (found.kind === 'other')
    return {
      ...{ seen: false, uri },
      said: `${new URL(found.url).host} answers another file than the one that the storage keeps: look whether the address belongs to it.`,
    }
  const asked = found.asked.length === 0 ? '' : ` (asked: ${found.asked.join(', ')}; ${found.reason})`
  return {
    ...{ seen: false, uri },
    said: `What the storage keeps is not seen from outside${asked}. What was uploaded just now takes some minutes to be found. If this stays, nobody will see the NFTs: look whether the node or the address can be reached from outside.`,
  }
}
