/** What stands in a backup: folders, their files, and the objects that hold the files' bytes. */
import { z } from 'zod'

/** Of 32 bytes, hex. */
const objectName = z.string().regex(/^[0-9a-f]{64}$/)
/** A name in a folder, never a way out of it. */
const isPlain = (name: string): boolean => name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name)
const plainName = z.string().refine(isPlain)
const folderPath = z.string().refine((path) => path === '' || path.split('/').every(isPlain))

/** A file: its objects in their order, and by what it is known to be the same next time (null: by its name, for content never changes). */
const fileEntry = z.object({
  name: plainName,
  size: z.int().min(0),
  stamp: z.string().nullable(),
  objects: z.array(objectName),
})
export type FileEntry = z.infer<typeof fileEntry>

/** The files of one folder. */
export const listing = z.array(fileEntry)

export const manifest = z.object({
  version: z.literal(1),
  /** The moment of which the database is. */
  madeAt: z.iso.datetime(),
  /** The Mintdesk that made it. */
  by: z.string(),
  /** `path` from the data folder, '' itself; `listing`: the objects that hold its listing as JSON. */
  folders: z.array(z.object({ path: folderPath, listing: z.array(objectName) })),
  files: z.int().min(0),
  bytes: z.int().min(0),
})
export type Manifest = z.infer<typeof manifest>

/** The folder in the person's folder that holds the backups of one seed. */
export function folderOfSeed(fingerprint: string): string {
  return `mintdesk-${fingerprint}`
}

/** The form of such a folder's name. */
export const seedFolder = /^mintdesk-[0-9a-f]{16}$/

/** Where an object lies. */
export function objectPath(name: string): string {
  return `objects/${name.slice(0, 2)}/${name.slice(2)}`
}

/** The name of the object at such a path; undefined for other paths. */
export function objectAt(path: string): string | undefined {
  const [, head, tail] = /^objects\/([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(path) ?? []
  return head === undefined ? undefined : `${head}${tail}`
}

/** Where an object lies that a round of removing put aside. @param round hex, of that round alone */
export function putAsidePath(round: string, name: string): string {
  return `${asideFolder}${round}/${name}`
}

/** Below it is what was put aside. */
export const asideFolder = 'aside/'

/** The name of the object at such a path; undefined for other paths. */
export function asideAt(path: string): string | undefined {
  return /^aside\/[0-9a-f]{16}\/([0-9a-f]{64})$/.exec(path)?.[1]
}

/** The name of a backup's file: later ones sort behind. */
export function backupName(at: string, random: string): string {
  return `backup-${at.replace(/[:.]/g, '-')}-${random}.mintdesk`
}

/**
 * The name of one that is made now. It comes after those that are there, also where the clock is behind them: what sorts first is removed first,
 * and the last one is restored. When it was made, its manifest says.
 * @param there the newest one's name
 */
export function nextName(madeAt: string, there: string | undefined, random: string): string {
  const last = there === undefined ? 0 : madeAtOf(there)
  return backupName(new Date(Math.max(Date.parse(madeAt), last + 1)).toISOString(), random)
}

/** When a backup was made, by its name, milliseconds since 1970; where the clock was behind others' names, later than it was. */
export function madeAtOf(name: string): number {
  const [, day, hours, minutes, seconds, fraction] =
    /^backup-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/.exec(name) ?? []
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}.${fraction}Z`)
}

export function isBackupName(name: string): boolean {
  return /^backup-[\dTZ-]+-[0-9a-f]+\.mintdesk$/.test(name) && !Number.isNaN(madeAtOf(name))
}
