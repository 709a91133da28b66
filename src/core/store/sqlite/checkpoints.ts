import { Worker } from 'node:worker_threads'
import type SqliteDatabase from 'better-sqlite3'

/** Ours: 16 MiB of write-ahead log. A page that changes often is then written to the database now and then, not with each commit. */
const pagesPerCheckpoint = 4_000

/**
 * Folds the write-ahead log into the database (a checkpoint) in a thread of its own. By itself SQLite does that in the commit that makes the log
 * longer than `wal_autocheckpoint`, and everything waits for the disk meanwhile. Here commits do it only at four times that length, when the
 * thread has folded most in already: such a commit makes the log begin anew. https://www.sqlite.org/wal.html#ckpt
 */
export interface Checkpoints {
  /** To be called after each commit. Starts the thread when the log is long for the first time. It never throws. */
  committed(): void
  /** Ends the thread after the checkpoint that is under way. */
  close(): Promise<void>
}

/** What the thread answers each time: null, or why it ends. `code` is SQLite's. */
export type CheckpointAnswer = { code: string; message: string } | null

export interface CheckpointsOptions {
  /** The connection that writes. */
  database: SqliteDatabase.Database
  /** The database's file. */
  file: string
  /** The thread's program. */
  program: string
  /** Called once with what ended the thread: from then on commits alone fold the log in. */
  failed(error: unknown): void
}

/** Lets the commits of a connection fold the log in. */
export function foldInByCommits(database: SqliteDatabase.Database, pages = pagesPerCheckpoint): void {
  database.pragma(`wal_autocheckpoint = ${pages}`)
}

export function openCheckpoints({ database, file, program, failed }: CheckpointsOptions): Checkpoints {
  // Does nothing but say how many pages the log has, and how many of them are folded in. https://www.sqlite.org/pragma.html#pragma_wal_checkpoint
  const asks = database.prepare<[], { log: number; checkpointed: number }>('pragma main.wal_checkpoint(NOOP)')
  let thread: { worker: Worker; ended: Promise<void> } | undefined
  let isBusy = false
  let hasEnded = false
  foldInByCommits(database, 4 * pagesPerCheckpoint)

  function fail(error: unknown): void {
    if (hasEnded) return
    hasEnded = true
    foldInByCommits(database)
    failed(error)
  }

  function start() {
    // The thread holds one connection to the database, and nothing else.
    const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 }
    const worker = new Worker(program, { execArgv: [], workerData: file, resourceLimits })
    worker.on('message', (answer: CheckpointAnswer) => {
      isBusy = false
      if (answer !== null) fail(Object.assign(new Error(answer.message), { code: answer.code }))
    })
    worker.on('error', fail)
    const ended = new Promise<void>((resolve) =>
      worker.once('exit', () => {
        fail(new Error('the thread that folds the log in ended'))
        resolve()
      }),
    )
    return { worker, ended }
  }

  function begin(): void {
    const { log, checkpointed } = asks.get() ?? { log: 0, checkpointed: 0 }
    if (log - checkpointed < pagesPerCheckpoint) return
    thread ??= start()
    isBusy = true
    thread.worker.postMessage('checkpoint')
  }

  return {
    committed() {
      if (isBusy || hasEnded) return
      try {
        begin()
      } catch (error) {
        fail(error)
      }
    },
    async close() {
      hasEnded = true
      thread?.worker.postMessage('end')
      await thread?.ended
    },
  }
}
