import { z } from 'zod'

/** Ours: how many minutes may lie between two backups, and how many backups may stay. */
export const backupBounds = { minutes: { min: 1, max: 1_440 }, keep: { min: 1, max: 1_000 } } as const
/** What is taken where a person says nothing. */
export const usualBackups = { everyMinutes: 5, keep: 24 } as const

/** Whether a place for backups is a bucket that speaks S3 (`s3://<bucket>/<folder in it>`), not a folder of this computer. */
export function isBucketPlace(place: string): boolean {
  return place.startsWith('s3://')
}

const reached = {
  /** The address of its service, such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: z.string().min(1).max(2_000),
  region: z.string().min(1).max(100),
  accessKeyId: z.string().min(1).max(1_000),
}

/** How a bucket is reached. A secret that is absent stays as it is kept for the same bucket, service and key. */
const bucket = z.object({ ...reached, secretAccessKey: z.string().max(10_000).optional() })
export type BackupBucket = z.infer<typeof bucket>

const schedule = z.object({
  /** Absolute path of a folder, or `s3://<bucket>/<folder in it>`. */
  place: z.string().min(1).max(4_000),
  everyMinutes: z.int().min(backupBounds.minutes.min).max(backupBounds.minutes.max),
  keep: z.int().min(backupBounds.keep.min).max(backupBounds.keep.max),
})

/** `GET /app/backups`, and the answer to all that changes it. */
export const backupsState = z.object({
  /** Why none can be made, with the cure; null when one can. */
  missing: z.string().nullable(),
  /** Null: off. */
  schedule: schedule.nullable(),
  /** How the bucket of the schedule is reached, without the secret; null for a folder. */
  bucket: z.object(reached).nullable(),
  /** One is being made now. */
  running: z.object({ place: z.string(), since: z.iso.datetime() }).nullable(),
  /** The last one that was made since Mintdesk started, or that is where the schedule puts them. */
  last: z
    .object({
      place: z.string(),
      name: z.string(),
      madeAt: z.iso.datetime(),
      /** Of files and bytes, all and written; null for one of an earlier start. */
      figures: z.object({ files: z.int(), bytes: z.int(), written: z.int() }).nullable(),
    })
    .nullable(),
  /** Why the last one failed, with the cure; null when it did not. */
  notice: z.string().nullable(),
})
export type BackupsState = z.infer<typeof backupsState>

/** `PUT /app/backups`: backups by themselves. `DELETE` turns them off. */
export const backupSchedule = schedule.extend({ bucket: bucket.optional() })
export type BackupSchedule = z.infer<typeof backupSchedule>

/** `POST /app/backups`: one now; answered when it has begun. `place` absent: the one of the schedule. */
export const makeBackupRequest = z.object({
  place: schedule.shape.place.optional(),
  bucket: bucket.optional(),
  keep: schedule.shape.keep.optional(),
})
export type MakeBackupRequest = z.infer<typeof makeBackupRequest>
