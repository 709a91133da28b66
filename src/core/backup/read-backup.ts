import type { z } from 'zod'
import { folderOfSeed, isBackupName, listing, type Manifest, madeAtOf, manifest } from './manifest.ts'
import { readObject } from './objects.ts'
import { type BackupPlace, hurried, openTarget } from './place.ts'
import { type BackupKey, damaged, unseal } from './sealed.ts'
import type { BackupTarget } from './target.ts'

/** The names of the backups, the newest last. */
export async function backupsIn(target: BackupTarget): Promise<string[]> {
  const names: string[] = []
  for await (const name of target.top()) if (isBackupName(name)) names.push(name)
  return names.sort()
}

/** Reads and verifies the manifest of a backup. @throws CoreError `backup.…` */
export async function readManifest(target: BackupTarget, key: BackupKey, name: string): Promise<Manifest> {
  const place = `The backup ${name} in ${target.label}`
  const bytes = await target.get(name)
  if (bytes === undefined) throw damaged(place, 'it is missing')
  return parsed(manifest, unseal(key, 'backup', '', bytes, place), place)
}

/** The newest backup of a seed, and when it was made; undefined where there is none, or the place cannot be read: the next backup reports why. */
export async function newestThere(
  at: BackupPlace,
  key: BackupKey,
): Promise<{ name: string; madeAt: number } | undefined> {
  const target = await openTarget(at, folderOfSeed(key.fingerprint), hurried)
  try {
    const name = (await backupsIn(target)).at(-1)
    if (name === undefined) return undefined
    const made = await readManifest(target, key, name).catch(() => undefined)
    return { name, madeAt: made ? Date.parse(made.madeAt) : madeAtOf(name) }
  } catch {
    return undefined
  } finally {
    await target.close()
  }
}

/** The files of one of a backup's folders. @throws CoreError `backup.damaged` */
export async function readListing(
  target: BackupTarget,
  key: BackupKey,
  objects: readonly string[],
): Promise<z.infer<typeof listing>> {
  const pieces: Buffer[] = []
  for (const name of objects) pieces.push(await readObject(target, key, name))
  return parsed(listing, Buffer.concat(pieces), `A backup in ${target.label}`)
}

/** Parses unsealed JSON. Only Mintdesk can have sealed it, so another form comes from a version that this one does not know. */
function parsed<Schema extends z.ZodType>(schema: Schema, bytes: Buffer, place: string): z.output<Schema> {
  const read = schema.safeParse(JSON.parse(bytes.toString('utf8')))
  if (!read.success) throw damaged(place, 'it is not of the form that Mintdesk writes')
  return read.data
}
