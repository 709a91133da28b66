/** The content of a backup: folders, their files, and the objects that hold the files' bytes. */
import { z } from 'zod'

/** 32 bytes in hex. */
const objectName = z.string().regex(/^[0-9a-f]{64}$/)
/** A name in a folder that cannot lead out of it. */
const isPlain = (name: string): boolean => name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name)
const plainName = z.string().refine(isPlain)
const folderPath = z.string().refine((path) => path === '' || path.split('/').every(isPlain))

/** A file: its objects in order, and the stamp that shows the next backup whether it changed (null: its name suffices, the content never changes). */
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
  /** When the backup was begun; the database is copied right after. */
  madeAt: z.iso.datetime(),
  /** The version of Mintdesk that made it. */
  by: z.string(),
  /** `path` relative to the data folder, '' for that itself; `listing`: the objects that hold its listing as JSON. */
  folders: z.array(z.object({ path: folderPath, listing: z.array(objectName) })),
  files: z.int().min(0),
  bytes: z.int().min(0),
})
export type Manifest = z.infer<typeof manifest>

/** The name of the folder, in the person's folder, for the backups of one seed. */
export function folderOfSeed(fingerprint: string): string {
  return `mintdesk-${fingerprint}`
}

/** The form of its name. */
export const seedFolder = /^mintdesk-[0-9a-f]{16}$/

/** The path of an object. */
export function objectPath(name: string): string {
  return `objects/${name.slice(0, 2)}/${name.slice(2)}`
}

/** The name of the object at such a path; undefined for other paths. */
export function objectAt(path: string): string | undefined {
  const [, head, tail] = /^objects\/([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(path) ?? []
  return head === undefined ? undefined : `${head}${tail}`
}

/** The path of an object that a round of removing put aside. @param round hex, unique to that round */
export function putAsidePath(round: string, name: string): string {
  return `${asideFolder}${round}/${name}`
}

/** The folder for objects that were put aside. */
export const asideFolder = 'aside/'

/** The name of the object at such a path; undefined for other paths. */
export function asideAt(path: string): string | undefined {
  return /^aside\/[0-9a-f]{16}\/([0-9a-f]{64})$/.exec(path)?.[1]
}

/** The name of a backup's file: later backups sort after it. */
export function backupName(at: string, random: string): string {
  return `backup-${at.replace(/[:.]/g, '-')}-${random}.mintdesk`
}

/**
 * The name of a new backup. It sorts after the existing ones even if the clock is behind them, because the first in the order is removed first
 * and the last one is restored. Its manifest has the true time.
 * @param there the name of the newest existing backup
 */
export function nextName(madeAt: string, there: string | undefined, random: string): string {
  const last = there === undefined ? 0 : madeAtOf(there)
  return backupName(new Date(Math.max(Date.parse(madeAt), last + 1)).toISOString(), random)
}

/** The time in a backup's name, milliseconds since 1970; later than the true time where the clock was behind older names. */
export function madeAtOf(name: string): number {
  const [, day, hours, minutes, seconds, fraction] =
    /^backup-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/.exec(name) ?? []
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}.${fraction}Z`)
}

export function isBackupName(name: string): boolean {
  return /^backup-[\dTZ-]+-[0-9a-f]+\.mintdesk$/.test(name) && !Number.isNaN(madeAtOf(name))
}
