import { z } from 'zod'

/** Ours: bounds of the interval between two backups, minutes, and of the number of backups to keep. */
export const backupBounds = { minutes: { min: 1, max: 1_440 }, keep: { min: 1, max: 1_000 } } as const
/** The defaults. */
export const usualBackups = { everyMinutes: 5, keep: 24 } as const

/** Whether a place for backups is an S3 bucket (`s3://<bucket>/<folder in it>`), not a folder on this computer. */
export function isBucketPlace(place: string): boolean {
  return place.startsWith('s3://')
}

const reached = {
  /** The address of the S3 service, such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: z.string().min(1).max(2_000),
  region: z.string().min(1).max(100),
  accessKeyId: z.string().min(1).max(1_000),
}

/** How a bucket is reached. An absent secret keeps the one stored for the same bucket, service and key. */
const bucket = z.object({ ...reached, secretAccessKey: z.string().max(10_000).optional() })
export type BackupBucket = z.infer<typeof bucket>

const schedule = z.object({
  /** Absolute path of a folder, or `s3://<bucket>/<folder in it>`. */
  place: z.string().min(1).max(4_000),
  everyMinutes: z.int().min(backupBounds.minutes.min).max(backupBounds.minutes.max),
  keep: z.int().min(backupBounds.keep.min).max(backupBounds.keep.max),
})

/** The answer of `GET /app/backups`, and of every change. */
export const backupsState = z.object({
  /** Why no backup can be made, with the remedy; null if one can. */
  missing: z.string().nullable(),
  /** Null: off. */
  schedule: schedule.nullable(),
  /** How the bucket of the schedule is reached, without the secret; null for a folder. */
  bucket: z.object(reached).nullable(),
  /** The backup that is being made now. */
  running: z.object({ place: z.string(), since: z.iso.datetime() }).nullable(),
  /** The latest backup: made since Mintdesk started, or found in the schedule's place. */
  last: z
    .object({
      place: z.string(),
      name: z.string(),
      madeAt: z.iso.datetime(),
      /** All files and bytes, and the bytes `written` for it; null for a backup of an earlier start. */
      figures: z.object({ files: z.int(), bytes: z.int(), written: z.int() }).nullable(),
    })
    .nullable(),
  /** Why the last attempt failed, with the remedy; null if it did not. */
  notice: z.string().nullable(),
})
export type BackupsState = z.infer<typeof backupsState>

/** `PUT /app/backups`: turns automatic backups on. `DELETE` turns them off. */
export const backupSchedule = schedule.extend({ bucket: bucket.optional() })
export type BackupSchedule = z.infer<typeof backupSchedule>

/** `POST /app/backups`: makes a backup now; answers when it has started. `place` defaults to the schedule's. */
export const makeBackupRequest = z.object({
  place: schedule.shape.place.optional(),
  bucket: bucket.optional(),
  keep: schedule.shape.keep.optional(),
})
export type MakeBackupRequest = z.infer<typeof makeBackupRequest>
