import { z } from 'zod'

/** Ours: how many minutes may lie between two backups, and how many backups may stay. */
export const backupBounds = { minutes: { min: 1, max: 1_440 }, keep: { min: 1, max: 1_000 } } as const
/** What is taken where a person says nothing. */
export const usualBackups = { everyMinutes: 5, keep: 24 } as const

const schedule = z.object({
  /** Absolute path of a folder that is there. */
  folder: z.string(),
  everyMinutes: z.int().min(backupBounds.minutes.min).max(backupBounds.minutes.max),
  keep: z.int().min(backupBounds.keep.min).max(backupBounds.keep.max),
})

/** `GET /app/backups`, and the answer to all that changes it. */
export const backupsState = z.object({
  /** Why none can be made, with the cure; null when one can. */
  missing: z.string().nullable(),
  /** Null: off. */
  schedule: schedule.nullable(),
  /** One is being made now. */
  running: z.object({ folder: z.string(), since: z.iso.datetime() }).nullable(),
  /** The last one that was made since Mintdesk started, or that is in the folder of the schedule. */
  last: z
    .object({
      folder: z.string(),
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
export const backupSchedule = schedule
export type BackupSchedule = z.infer<typeof backupSchedule>

/** `POST /app/backups`: one now; answered when it has begun. `folder` absent: the one of the schedule. */
export const makeBackupRequest = z.object({
  folder: z.string().min(1).optional(),
  keep: schedule.shape.keep.optional(),
})
export type MakeBackupRequest = z.infer<typeof makeBackupRequest>
