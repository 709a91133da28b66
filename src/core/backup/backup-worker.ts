/** The thread that makes a backup: copying and encrypting gigabytes must not block the core's own thread. */
import { parentPort, workerData } from 'node:worker_threads'
import { CoreError } from '../lib/errors.ts'
import type { BackupOrder, BackupOutcome } from './backup-thread.ts'
import { makeBackup } from './make-backup.ts'
import { folderOfSeed } from './manifest.ts'
import { openTarget } from './place.ts'

const port = parentPort
if (port === null) throw new Error('backup-worker.ts runs as a worker thread only.')

const { dataDir, to, key, by, keep } = workerData as BackupOrder
const say = (outcome: BackupOutcome): void => port.postMessage(outcome)
openTarget(to, folderOfSeed(key.fingerprint))
  .then((target) => makeBackup({ dataDir, target, key, by, keep, clock: Date.now }))
  .then(
    (made) => say({ made }),
    (error: unknown) =>
      say({
        code: error instanceof CoreError ? error.code : 'backup.failed',
        message: error instanceof Error ? error.message : String(error),
      }),
  )
