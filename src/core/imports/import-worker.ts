/** The worker thread of one import: it reads, checks and writes, so that the core's own thread stays free. */
import { parentPort, workerData } from 'node:worker_threads'
import { CoreError } from '../errors.ts'
import { openSheet } from '../store/import-sheet.ts'
import { openStore } from '../store/open.ts'
import { createChecker } from './checker.ts'
import type { Task, WorkerMessage, WorkerStart } from './protocol.ts'

const port = parentPort
if (port === null) throw new Error('import-worker.ts runs as a worker thread only.')

const { storeFile, sheetFile } = workerData as WorkerStart
const sheet = openSheet(sheetFile)
const store = openStore(storeFile, { migrate: false })
const checker = createChecker(sheet, store.db)
const say = (message: WorkerMessage) => port.postMessage(message)

let queue = Promise.resolve()
port.on('message', (task: Task | 'close') => {
  queue = queue.then(async () => {
    if (task === 'close') {
      sheet.close()
      await store.close()
      port.close()
      return
    }
    try {
      say({ kind: 'done', outcome: await checker.run(task, (outcome) => say({ kind: 'progress', outcome })) })
    } catch (error) {
      const code = error instanceof CoreError ? error.code : null
      say({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) })
    }
  })
})
