import type { z } from 'zod'
import { isBackupName, listing, type Manifest, manifest } from './manifest.ts'
import { readObject } from './objects.ts'
import { type BackupKey, damaged, unseal } from './sealed.ts'
import type { BackupTarget } from './target.ts'

/** The names of the backups that are there, the newest last. */
export async function backupsIn(target: BackupTarget): Promise<string[]> {
  const names: string[] = []
  for await (const name of target.top()) if (isBackupName(name)) names.push(name)
  return names.sort()
}

/** What a backup holds. @throws CoreError `backup.…` */
export async function readManifest(target: BackupTarget, key: BackupKey, name: string): Promise<Manifest> {
  const place = `The backup ${name} in ${target.label}`
  const bytes = await target.get(name)
  if (bytes === undefined) throw damaged(place, 'it is missing')
  return parsed(manifest, unseal(key, 'backup', '', bytes, place), place)
}

/** The files of one of its folders. @throws CoreError `backup.damaged` */
export async function readListing(
  target: BackupTarget,
  key: BackupKey,
  objects: readonly string[],
): Promise<z.infer<typeof listing>> {
  const pieces: Buffer[] = []
  for (const name of objects) pieces.push(await readObject(target, key, name))
  return parsed(listing, Buffer.concat(pieces), `A backup in ${target.label}`)
}

/** What is sealed was written by us: where its form is another one, a version did that which this one does not know. */
function parsed<Schema extends z.ZodType>(schema: Schema, bytes: Buffer, place: string): z.output<Schema> {
  const read = schema.safeParse(JSON.parse(bytes.toString('utf8')))
  if (!read.success) throw damaged(place, 'it is not of the form that Mintdesk writes')
  return read.data
}
