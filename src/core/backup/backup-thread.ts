import { Worker } from 'node:worker_threads'
import { CoreError } from '../lib/errors.ts'
import type { MadeBackup } from './make-backup.ts'
import type { BackupPlace } from './place.ts'
import type { BackupKey } from './sealed.ts'

/** The start data of the thread. */
export interface BackupOrder {
  dataDir: string
  to: BackupPlace
  key: BackupKey
  by: string
  keep: number
}

/** The thread's answer. */
export type BackupOutcome = { made: MadeBackup } | { code: string; message: string }

/** Makes a backup in a thread of its own. @throws CoreError as `makeBackup`, also when `stop` ends it */
export function backupInThread(workerFile: string, order: BackupOrder, stop: AbortSignal): Promise<MadeBackup> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, { workerData: order, execArgv: [] })
    const fail = (message: string): void => reject(new CoreError('backup.failed', message))
    const end = (): void => void worker.terminate()
    stop.addEventListener('abort', end, { once: true })
    worker.on('message', (outcome: BackupOutcome) => {
      if ('made' in outcome) resolve(outcome.made)
      else reject(new CoreError(outcome.code, outcome.message))
    })
    worker.on('error', (error) => fail(`The backup failed: ${error.message}: make it again.`))
    worker.on('exit', () => {
      stop.removeEventListener('abort', end)
      fail('The backup was stopped before it was whole: make it again.')
    })
  })
}
