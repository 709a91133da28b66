import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'

/**
 * Folds the write-ahead log into the database beside the thread that writes. SQLite does that in the commit that makes the log longer than
 * `wal_autocheckpoint` says, and everybody waits for the disk meanwhile; of what is folded in here, that commit finds nothing left to do.
 * https://www.sqlite.org/wal.html#ckpt
 */
export interface Checkpoints {
  /** Begins to fold in what is committed so far, unless that is under way. Returns at once. */
  begin(): void
  /** Ends the thread once what is under way is done; it starts again when it is needed. */
  close(): Promise<void>
}

export interface CheckpointsOptions {
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
export function openCheckpoints({ program, file, log }: CheckpointsOptions): Checkpoints {
  let thread: Thread | undefined
  let hasFailed = false

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

  return {
    begin() {
      if (hasFailed) return
      thread ??= start()
      if (thread.isBusy) return
      thread.isBusy = true
      thread.worker.postMessage('checkpoint')
    },
    async close() {
      const ending = thread
      thread = undefined
      ending?.worker.postMessage('end')
      await ending?.ended
    },
  }
}
