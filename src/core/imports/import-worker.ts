/** The thread that reads, checks and writes the rows of imports, so that the core's own thread stays free. */
import { parentPort, workerData } from 'node:worker_threads'
import { CoreError } from '../errors.ts'
import { openSheet } from '../store/import-sheet.ts'
import { openStore } from '../store/open.ts'
import { createChecker } from './checker.ts'
import type { WorkerMessage, WorkerStart, WorkOrder } from './protocol.ts'

const port = parentPort
if (port === null) throw new Error('import-worker.ts runs as a worker thread only.')

const { storeFile } = workerData as WorkerStart
const store = openStore(storeFile, { migrate: false })
const say = (message: WorkerMessage) => port.postMessage(message)

async function work({ sheetFile, task }: WorkOrder): Promise<void> {
  const sheet = openSheet(sheetFile)
  try {
    const outcome = await createChecker(sheet, store.db).run(task, (outcome) => say({ kind: 'progress', outcome }))
    sheet.close()
    say({ kind: 'done', outcome })
  } catch (error) {
    sheet.close()
    const code = error instanceof CoreError ? error.code : null
    say({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) })
  }
}

port.on('message', (order: WorkOrder | 'close') => {
  if (order !== 'close') return work(order)
  return store.close().then(() => port.close())
})
