import { Worker } from 'node:worker_threads'
import type SqliteDatabase from 'better-sqlite3'

/** Ours: 16 MiB of write-ahead log. A page that changes often is then written to the database now and then, not with each commit. */
const pagesPerCheckpoint = 4_000
/** Ours: rows that are changed between two checkpoints of the thread, some 16 MiB of the log where they are added to a run. */
const changesPerCheckpoint = 16_000

/**
 * Folds the write-ahead log into the database beside the thread that writes. SQLite does that in the commit that makes the log longer than
 * `wal_autocheckpoint` says, and everybody waits for the disk meanwhile. While the thread is there, that happens at a length four times as great,
 * where most is folded in already: it makes the log begin anew. https://www.sqlite.org/wal.html#ckpt
 */
export interface Checkpoints {
  /** Told after each commit. The first time that enough has changed the thread is started. */
  committed(): void
  /** Ends the thread once what is under way is done. */
  close(): Promise<void>
}

export interface CheckpointsOptions {
  /** The connection that writes. */
  database: SqliteDatabase.Database
  /** The database's file. */
  file: string
  /** The thread's program. */
  program: string
  /** Told of what ended the thread: from then on commits fold the log in by themselves. */
  failed(error: unknown): void
}

/** Lets the commits of a connection fold the log in. */
export function foldInByCommits(database: SqliteDatabase.Database, pages = pagesPerCheckpoint): void {
  database.pragma(`wal_autocheckpoint = ${pages}`)
}

export function openCheckpoints({ database, file, program, failed }: CheckpointsOptions): Checkpoints {
  const totalChanges = database.prepare<[], number>('select total_changes()').pluck()
  let thread: { worker: Worker; ended: Promise<void> } | undefined
  let isBusy = false
  let hasEnded = false
  /** `total_changes` when the last checkpoint began. */
  let changesBefore = 0

  function start() {
    // It holds one connection to the database, and nothing else.
    const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 }
    const worker = new Worker(program, { execArgv: [], workerData: file, resourceLimits })
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    worker.on('message', () => {
      isBusy = false
    })
    worker.on('error', (error) => {
      hasEnded = true
      foldInByCommits(database)
      failed(error)
    })
    foldInByCommits(database, 4 * pagesPerCheckpoint)
    return { worker, ended }
  }

  return {
    committed() {
      if (isBusy || hasEnded) return
      const changes = totalChanges.get() ?? 0
      if (changes - changesBefore < changesPerCheckpoint) return
      changesBefore = changes
      thread ??= start()
      isBusy = true
      thread.worker.postMessage('checkpoint')
    },
    async close() {
      hasEnded = true
      thread?.worker.postMessage('end')
      await thread?.ended
    },
  }
}
