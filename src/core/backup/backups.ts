import { stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Logger } from 'pino'
import {
  type BackupSchedule,
  type BackupsState,
  backupSchedule,
  type MakeBackupRequest,
  usualBackups,
} from '../../shared/app-api.ts'
import { CoreError } from '../lib/errors.ts'
import { readSetting, writeSetting } from '../store/installation/settings.ts'
import type { Store } from '../store/sqlite/open.ts'
import type { LiveKeys } from '../wallets/live-keys.ts'
import { backupInThread } from './backup-thread.ts'
import { folderTarget, makeBackupFolder } from './folder-target.ts'
import { folderOfSeed, madeAtOf } from './manifest.ts'
import { backupsIn } from './read-backup.ts'
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
  /** A backup began or ended; `notice`: why it failed, where that is new. */
  onChange(notice: string | null): void
}

/** The backups of this data folder: one at a time, by hand and by themselves. */
export interface Backups {
  state(): Promise<BackupsState>
  /** Begins one now. @throws CoreError `backup.key`, `backup.running`, `backup.folder` */
  make(request: MakeBackupRequest): Promise<BackupsState>
  /** Makes them by themselves from now on; null: no longer. @throws CoreError `backup.key`, `backup.folder` */
  schedule(schedule: BackupSchedule | null): Promise<BackupsState>
  /** The vault was opened or locked. */
  keysChanged(): void
  close(): Promise<void>
}

const settingKey = 'backups'
/** Ours, ms: how often it is looked whether one is due. */
const lookMs = 5_000

/** Opens them: nothing is made before the first look. */
export async function openBackups(options: BackupsOptions): Promise<Backups> {
  const { dataDir, db, vault, clock, log, onChange } = options
  const key = storedKey(db, vault)
  const ending = new AbortController()
  let planned = (await readSetting(db, settingKey, backupSchedule)) ?? null
  let running: { folder: string; since: number; done: Promise<void> } | null = null
  let last: BackupsState['last'] = null
  let notice: string | null = null
  /** When the last one of the schedule began; undefined before it was looked up. */
  let begun: number | undefined

  async function run(folder: string, keep: number): Promise<void> {
    const backupKey = await key.get()
    if (!backupKey) throw new CoreError('backup.key', (await key.missing()) ?? '')
    if (running)
      throw new CoreError('backup.running', `A backup to ${running.folder} is being made: wait until it is done.`)
    const since = clock()
    const order = { dataDir, folder, key: backupKey, by: options.by, keep }
    const before = notice
    const done = backupInThread(options.workerFile, order, ending.signal)
      .then(
        ({ name, madeAt, files, bytes, written }) => {
          last = { folder, name, madeAt, figures: { files, bytes, written } }
          notice = null
        },
        (error: unknown) => {
          if (ending.signal.aborted) return
          notice = error instanceof Error ? error.message : String(error)
          log.warn({ err: error, folder }, 'a backup failed')
        },
      )
      .then(() => {
        running = null
        onChange(notice === before ? null : notice)
      })
    running = { folder, since, done }
    onChange(null)
  }

  /** The newest one that is in the folder of the schedule. */
  async function lastThere(folder: string): Promise<void> {
    const backupKey = await key.get()
    const names = backupKey
      ? await backupsIn(folderTarget(folder, folderOfSeed(backupKey.fingerprint))).catch(() => [])
      : []
    const name = names.at(-1)
    begun = name === undefined ? 0 : madeAtOf(name)
    if (name !== undefined && last === null)
      last = { folder, name, madeAt: new Date(begun).toISOString(), figures: null }
  }

  async function look(): Promise<void> {
    if (planned === null || running) return
    if (begun === undefined) await lastThere(planned.folder)
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
    await run(planned.folder, planned.keep)
  }
  let looking: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => log.warn({ err: error }, 'no backup could be begun'))
  }, lookMs).unref()

  async function state(): Promise<BackupsState> {
    if (planned !== null && begun === undefined) await lastThere(planned.folder)
    return {
      missing: await key.missing(),
      schedule: planned,
      running: running && { folder: running.folder, since: new Date(running.since).toISOString() },
      last,
      notice,
    }
  }

  return {
    state,
    async make({ folder = planned?.folder, keep = planned?.keep ?? usualBackups.keep }) {
      if (folder === undefined)
        throw new CoreError(
          'backup.folder',
          'No folder for backups is set: name one, on another disk than this computer’s.',
        )
      requireElsewhere(folder, dataDir)
      await makeBackupFolder(folder)
      await run(folder, keep)
      return state()
    },
    async schedule(next) {
      if (next !== null) {
        const missing = await key.missing()
        if (missing !== null) throw new CoreError('backup.key', missing)
        requireElsewhere(next.folder, dataDir)
        await makeBackupFolder(next.folder)
      }
      await writeSetting(db, settingKey, next ?? undefined)
      planned = next
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

/** When the database was written last, milliseconds since 1970. */
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

/** A backup beside what it is of would be lost with it. @throws CoreError `backup.folder` */
function requireElsewhere(folder: string, dataDir: string): void {
  if (!isAbsolute(folder))
    throw new CoreError('backup.folder', `Name the backup folder by its whole path, not as ${JSON.stringify(folder)}.`)
  const way = relative(resolve(dataDir), resolve(folder))
  if (way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)))
    throw new CoreError(
      'backup.folder',
      `The backup folder ${folder} lies in the data folder, and would be lost with it: choose one on another disk.`,
    )
}
