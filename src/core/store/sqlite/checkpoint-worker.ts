/** The thread that folds a database's write-ahead log into it (checkpoints.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import type { CheckpointAnswer } from './checkpoints.ts'

const port = parentPort
if (port === null) throw new Error('checkpoint-worker.ts runs as a worker thread only.')

const database = new SqliteDatabase(workerData as string, { fileMustExist: true })
// Do not wait for another connection that is checkpointing: it does the same work.
database.pragma('busy_timeout = 0')
const answer = (said: CheckpointAnswer) => port.postMessage(said)
const end = () => {
  database.close()
  port.close()
}

port.on('message', (order: 'checkpoint' | 'end') => {
  if (order === 'end') return end()
  try {
    database.pragma('wal_checkpoint(PASSIVE)')
    answer(null)
  } catch (error) {
    // A message between threads does not carry an error's `code` by itself.
    if (!(error instanceof SqliteDatabase.SqliteError)) throw error
    answer({ code: error.code, message: error.message })
    end()
  }
})
