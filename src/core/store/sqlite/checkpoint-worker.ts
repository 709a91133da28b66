/** The thread that folds a database's write-ahead log into it (checkpoints.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'

const port = parentPort
if (port === null) throw new Error('checkpoint-worker.ts runs as a worker thread only.')

const database = new SqliteDatabase(workerData as string, { fileMustExist: true })
// Whoever is at it just now does the same.
database.pragma('busy_timeout = 0')
port.on('message', (order: 'checkpoint' | 'end') => {
  if (order === 'checkpoint') {
    database.pragma('wal_checkpoint(PASSIVE)')
    port.postMessage('done')
  } else {
    database.close()
    port.close()
  }
})
