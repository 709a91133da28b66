import { objectAt } from './manifest.ts'
import { backupsIn, readListing, readManifest } from './read-backup.ts'
import type { BackupKey } from './sealed.ts'
import type { BackupTarget } from './target.ts'

/** Ours, ms: what no backup names may belong to one that another copy of Mintdesk is writing. */
const spared = 10 * 60_000

/**
 * Removes all backups but the last ones, and the objects that none of those left names. Where one of those left cannot be read, no object goes:
 * a person may mend it.
 * @param made the one that was just made: it stays, whatever others are there
 */
export async function removeOld(
  { target, key, keep }: { target: BackupTarget; key: BackupKey; keep: number },
  made: string,
  now: number,
): Promise<void> {
  const all = await backupsIn(target)
  const newest = new Set([...all.slice(-Math.max(keep, 1)), made])
  const left = all.filter((name) => newest.has(name))
  const old = all.filter((name) => !newest.has(name))
  if (old.length === 0) return
  const needed = new Set<string>()
  const seen = new Set<string>()
  try {
    for (const name of left)
      for (const { listing } of (await readManifest(target, key, name)).folders) {
        const of = listing.join()
        if (seen.has(of)) continue
        seen.add(of)
        for (const object of listing) needed.add(object)
        for (const entry of await readListing(target, key, listing))
          for (const object of entry.objects) needed.add(object)
      }
  } catch {
    return
  }
  for (const name of old) await target.remove(name)
  for await (const path of target.list('objects/')) {
    const object = objectAt(path)
    if (object === undefined || needed.has(object)) continue
    const at = await target.writtenAt(path)
    if (at !== undefined && at < now - spared) await target.remove(path)
  }
}
