import { randomBytes } from 'node:crypto'
import { objectAt, objectPath, putAsidePath } from './manifest.ts'
import { type AsideObject, objectsAside } from './objects.ts'
import { backupsIn, readListing, readManifest } from './read-backup.ts'
import type { BackupKey } from './sealed.ts'
import type { BackupTarget } from './target.ts'

/** Ours, ms: a newer object that no backup names may belong to a backup that another copy of Mintdesk is writing. */
const spared = 10 * 60_000

/**
 * Removes all backups but the last ones, and the objects that none of the remaining ones needs. If one of the remaining ones cannot be read,
 * nothing is removed: the person may repair it.
 *
 * Another copy of Mintdesk may be finishing a backup that needs the same objects. So an object is first only put aside, where backups still
 * find it, and is deleted in a later round. A round deletes only objects that were aside before it listed the backups. A backup that needs such
 * an object saw it in its place, hence before it was put aside, so that backup is in the list and the object is put back. No clock matters here:
 * however long a process is suspended, no object is deleted that a backup names.
 * @param made the backup just made: it stays, whatever other backups are there
 */
export async function removeOld(
  { target, key, keep }: { target: BackupTarget; key: BackupKey; keep: number },
  made: string,
  now: number,
): Promise<void> {
  const aside = await objectsAside(target)
  const all = await backupsIn(target)
  const newest = new Set([...all.slice(-Math.max(keep, 1)), made])
  const left = all.filter((name) => newest.has(name))
  const old = all.filter((name) => !newest.has(name))
  if (old.length === 0) return
  const needed = await neededBy(target, key, left)
  if (needed === null) return
  for (const name of old) await target.remove(name)
  await endAside(target, aside, needed)
  const round = randomBytes(8).toString('hex')
  for await (const path of target.list('objects/')) {
    const object = objectAt(path)
    if (object === undefined || needed.has(object)) continue
    const at = await target.writtenAt(path)
    if (at !== undefined && at < now - spared) await target.move(path, putAsidePath(round, object))
  }
}

/** The objects that these backups name; null where one of the backups cannot be read. */
async function neededBy(target: BackupTarget, key: BackupKey, names: readonly string[]): Promise<Set<string> | null> {
  const needed = new Set<string>()
  const seen = new Set<string>()
  try {
    for (const name of names)
      for (const { listing } of (await readManifest(target, key, name)).folders) {
        const of = listing.join()
        if (seen.has(of)) continue
        seen.add(of)
        for (const object of listing) needed.add(object)
        for (const entry of await readListing(target, key, listing))
          for (const object of entry.objects) needed.add(object)
      }
  } catch {
    return null
  }
  return needed
}

/** Puts back what is needed after all and deletes the rest. Each object was put aside under a path of its own, so a path means no other object. */
async function endAside(
  target: BackupTarget,
  aside: readonly AsideObject[],
  needed: ReadonlySet<string>,
): Promise<void> {
  for (const { path, object } of aside)
    if (needed.has(object)) await target.move(path, objectPath(object))
    else await target.remove(path)
}
