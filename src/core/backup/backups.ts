import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import {
  type BackupBucket,
  type BackupSchedule,
  type BackupsState,
  backupSchedule,
  isBucketPlace,
  type MakeBackupRequest,
  usualBackups,
} from '../../shared/app-api.ts'
import { CoreError } from '../lib/errors.ts'
import { readSetting, writeSetting } from '../store/installation/settings.ts'
import type { Store } from '../store/sqlite/open.ts'
import type { LiveKeys } from '../wallets/live-keys.ts'
import { backupInThread } from './backup-thread.ts'
import { makeBackupFolder } from './folder-target.ts'
import { copies } from './make-backup.ts'
import { folderOfSeed } from './manifest.ts'
import { accessOf, type BackupPlace, bucketAccess, bucketIn, hurried, openTarget, requireElsewhere } from './place.ts'
import { newestThere } from './read-backup.ts'
import { isDue } from './schedule.ts'
import { databaseName } from './sources.ts'
import { storedKey } from './stored-key.ts'

export interface BackupsOptions {
  dataDir: string
  db: Store
  vault: LiveKeys
  clock(): number
  log: Logger
  /** The version of Mintdesk. */
  by: string
  workerFile: string
  /** Called when a backup begins or ends; `notice`: why it failed, where that is new. */
  onChange(notice: string | null): void
}

/** The backups of this data folder, one at a time: on request and on schedule. */
export interface Backups {
  state(): Promise<BackupsState>
  /** Begins a backup now. @throws CoreError `backup.key`, `backup.running`, `backup.folder`, `backup.bucket` */
  make(request: MakeBackupRequest): Promise<BackupsState>
  /** Sets the schedule; null: no scheduled backups any more, and the access to buckets is forgotten. @throws CoreError as `make` */
  schedule(schedule: BackupSchedule | null): Promise<BackupsState>
  /** Call it after the vault was unlocked or locked. */
  keysChanged(): void
  close(): Promise<void>
}

const settingKey = 'backups'
/** The stored schedule, with the access to its bucket. */
const keptSchedule = backupSchedule.omit({ bucket: true }).extend({ access: bucketAccess.nullable() })
type KeptSchedule = z.infer<typeof keptSchedule>
/** Access to the buckets of backups on request, by bucket name. */
const bucketsKey = 'backup-buckets'
const keptBuckets = z.record(z.string(), bucketAccess)
/** Ours, ms: how often the schedule is checked. */
const lookMs = 5_000

/** Opens the backups; none is made before the first check of the schedule. */
export async function openBackups(options: BackupsOptions): Promise<Backups> {
  const { dataDir, db, vault, clock, log, onChange } = options
  const key = storedKey(db, vault)
  const ending = new AbortController()
  // Mintdesk was killed during a backup: the copies that it left are as large as the database.
  await rm(join(dataDir, copies), { recursive: true, force: true })
  let planned: KeptSchedule | null = (await readSetting(db, settingKey, keptSchedule)) ?? null
  let running: { place: string; since: number; done: Promise<void> } | null = null
  let last: BackupsState['last'] = null
  let notice: string | null = null
  /** When the schedule's last backup began; undefined before it was looked up. */
  let begun: number | undefined

  async function run({ place, access }: BackupPlace, keep: number): Promise<void> {
    const backupKey = await key.get()
    if (!backupKey) throw new CoreError('backup.key', (await key.missing()) ?? '')
    if (running)
      throw new CoreError('backup.running', `A backup to ${running.place} is being made: wait until it is done.`)
    const since = clock()
    const order = { dataDir, to: { place, access }, key: backupKey, by: options.by, keep }
    const before = notice
    const done = backupInThread(options.workerFile, order, ending.signal)
      .then(
        ({ name, madeAt, files, bytes, written }) => {
          last = { place, name, madeAt, figures: { files, bytes, written } }
          notice = null
        },
        (error: unknown) => {
          if (ending.signal.aborted) return
          notice = error instanceof Error ? error.message : String(error)
          log.warn({ err: error, place }, 'a backup failed')
        },
      )
      .then(() => {
        running = null
        onChange(notice === before ? null : notice)
      })
    running = { place, since, done }
    onChange(null)
  }

  /** A place with its access: the given one, else the stored one. @throws CoreError `backup.bucket` */
  async function placeOf(place: string, given?: BackupBucket): Promise<BackupPlace> {
    if (!isBucketPlace(place)) return { place, access: null }
    const { bucket } = bucketIn(place)
    const ofSchedule = planned?.access && bucketIn(planned.place).bucket === bucket ? planned.access : undefined
    const kept = ofSchedule ?? (await readSetting(db, bucketsKey, keptBuckets))?.[bucket]
    return { place, access: given ? accessOf(given, kept) : (kept ?? null) }
  }

  /** Looks up the newest backup at the schedule's place. */
  async function lastThere({ place, access }: KeptSchedule): Promise<void> {
    const backupKey = await key.get()
    const newest = backupKey && (await newestThere({ place, access }, backupKey))
    begun = newest?.madeAt ?? 0
    if (newest && last === null)
      last = { place, name: newest.name, madeAt: new Date(begun).toISOString(), figures: null }
  }

  /** Verifies that a place that the person named can be used. @throws CoreError */
  async function usable(to: BackupPlace): Promise<BackupPlace> {
    const { place, access } = to
    const fingerprint = (await key.get())?.fingerprint
    if (access === null && !isBucketPlace(place)) {
      requireElsewhere(place, dataDir)
      await makeBackupFolder(place)
      // Without a key no backup is made, and the seed's folder has no name yet.
      if (fingerprint === undefined) return to
    }
    const target = await openTarget(to, folderOfSeed(fingerprint ?? ''), hurried)
    try {
      await target.check()
    } finally {
      await target.close()
    }
    return to
  }

  async function look(): Promise<void> {
    if (planned === null || running) return
    if (begun === undefined) await lastThere(planned)
    const changed = await changedAt(dataDir)
    if (
      !isDue({ now: clock(), begun: begun ?? 0, changed, failed: notice !== null, everyMinutes: planned.everyMinutes })
    )
      return
    if ((await key.get()) === undefined) {
      const why = await key.missing()
      if (why !== notice) onChange(why)
      notice = why
      return
    }
    begun = clock()
    await run(planned, planned.keep)
  }
  let looking: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => log.warn({ err: error }, 'no backup could be begun'))
  }, lookMs).unref()

  async function state(): Promise<BackupsState> {
    if (planned !== null && begun === undefined) await lastThere(planned)
    return {
      missing: await key.missing(),
      schedule: planned && { place: planned.place, everyMinutes: planned.everyMinutes, keep: planned.keep },
      bucket: planned && shownAccess(planned),
      running: running && { place: running.place, since: new Date(running.since).toISOString() },
      last,
      notice,
    }
  }

  return {
    state,
    async make({ place = planned?.place, bucket, keep = planned?.keep ?? usualBackups.keep }) {
      if (place === undefined)
        throw new CoreError(
          'backup.folder',
          'No place for backups is set: name a folder on another disk than this computer’s, or a bucket (s3://…).',
        )
      const to = await usable(await placeOf(place, bucket))
      if (to.access !== null) {
        const kept = await readSetting(db, bucketsKey, keptBuckets)
        await writeSetting(db, bucketsKey, { ...kept, [bucketIn(place).bucket]: to.access })
      }
      await run(to, keep)
      return state()
    },
    async schedule(next) {
      if (next === null) {
        planned = null
        await writeSetting(db, bucketsKey, undefined)
      } else {
        const missing = await key.missing()
        if (missing !== null) throw new CoreError('backup.key', missing)
        const to = await usable(await placeOf(next.place, next.bucket))
        planned = { ...to, everyMinutes: next.everyMinutes, keep: next.keep }
      }
      await writeSetting(db, settingKey, planned ?? undefined)
      begun = undefined
      notice = null
      onChange(null)
      return state()
    },
    keysChanged: () =>
      void key.get().catch((error: unknown) => log.warn({ err: error }, 'no backup key could be kept')),
    async close() {
      clearInterval(timer)
      ending.abort()
      await looking
      await running?.done
    },
  }
}

/** When the database was last written, milliseconds since 1970. */
async function changedAt(dataDir: string): Promise<number> {
  const times = await Promise.all(
    ['', '-wal'].map((ending) =>
      stat(join(dataDir, `${databaseName}${ending}`)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  return Math.max(...times)
}

/** The access for the person, without its secret. */
function shownAccess({ access }: BackupPlace): BackupsState['bucket'] {
  return access && { endpoint: access.endpoint, region: access.region, accessKeyId: access.accessKeyId }
}
