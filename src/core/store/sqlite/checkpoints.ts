import { Worker } from 'node:worker_threads'
import { CompiledQuery } from 'kysely'
import type { Logger } from 'pino'
import { pagesPerCheckpoint, type Store } from './open.ts'

/**
 * Folds the write-ahead log into the database beside the thread that writes. SQLite does that in the commit that makes the log longer than
 * `wal_autocheckpoint` says, and everybody waits for the disk meanwhile. While the thread is there, that happens at a length four times as great,
 * where most is folded in already: it makes the log begin anew. https://www.sqlite.org/wal.html#ckpt
 */
export interface Checkpoints {
  /** Begins to fold in what is committed so far, unless that is under way, and does not wait for its end. Outside of a transaction. */
  begin(): Promise<void>
  /** Ends the thread once what is under way is done; it starts again when it is needed. */
  close(): Promise<void>
}

export interface CheckpointsOptions {
  /** The connection that writes. */
  db: Store
  /** The thread's program. */
  program: string
  /** The database's file. */
  file: string
  log: Pick<Logger, 'warn'>
}

interface Thread {
  worker: Worker
  isBusy: boolean
  ended: Promise<void>
}

/** A fault ends the thread, until the next start, and nothing else: commits fold the log in by themselves then. */
export function openCheckpoints({ db, program, file, log }: CheckpointsOptions): Checkpoints {
  let thread: Thread | undefined
  let hasFailed = false

  const commitsFoldIn = (pages: number) => db.executeQuery(CompiledQuery.raw(`pragma wal_autocheckpoint = ${pages}`))

  function start(): Thread {
    // It holds one connection to the database, and nothing else.
    const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 }
    const worker = new Worker(program, { execArgv: [], workerData: file, resourceLimits })
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    const started: Thread = { worker, isBusy: false, ended }
    worker.on('message', () => {
      started.isBusy = false
    })
    worker.on('error', (error) => {
      hasFailed = true
      log.warn({ err: error }, 'the log is folded into the database by commits alone until the next start')
    })
    return started
  }

  async function close(): Promise<void> {
    if (thread === undefined) return
    const { worker, ended } = thread
    thread = undefined
    worker.postMessage('end')
    await ended
    await commitsFoldIn(pagesPerCheckpoint)
  }

  return {
    async begin() {
      if (hasFailed) return await close()
      if (thread === undefined) {
        thread = start()
        await commitsFoldIn(4 * pagesPerCheckpoint)
      }
      if (thread.isBusy) return
      thread.isBusy = true
      thread.worker.postMessage('checkpoint')
    },
    close,
  }
}
