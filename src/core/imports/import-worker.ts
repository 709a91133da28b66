/** The thread that reads, checks and writes the rows of imports, so that the core's own thread stays free. */
import { EventEmitter, once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { ChainName } from '../../shared/chains.ts'
import type { NameAnswer } from '../chains/family/names.ts'
import { CoreError } from '../lib/errors.ts'
import { openSheet } from '../store/import-sheet/sheet.ts'
import { openStore } from '../store/sqlite/open.ts'
import { createChecker } from './checker.ts'
import { mediaBeside } from './media.ts'
import type { ContractsAnswer, NamesAnswer, WorkerMessage, WorkerStart, WorkOrder } from './protocol.ts'

const port = parentPort
if (port === null) throw new Error('import-worker.ts runs as a worker thread only.')

const { storeFile, readerFile, rowChecker } = workerData as WorkerStart
const store = openStore(storeFile, { migrate: false })
const answers = new EventEmitter<{ contracts: [ContractsAnswer]; names: [NamesAnswer] }>()
const say = (message: WorkerMessage) => port.postMessage(message)

/** At most one question is open at a time: the worker does one task, chunk by chunk. */
async function askContracts(chain: ChainName, addresses: string[]): Promise<string[] | null> {
  const answered = once(answers, 'contracts')
  say({ kind: 'contracts', chain, addresses })
  const [{ contracts }] = (await answered) as [ContractsAnswer]
  return contracts
}

async function askNames(chain: ChainName, names: string[]): Promise<NameAnswer[] | null> {
  const answered = once(answers, 'names')
  say({ kind: 'names', chain, names })
  const [answer] = (await answered) as [NamesAnswer]
  return answer.names
}

async function work({ sheetFile, task }: WorkOrder): Promise<void> {
  const sheet = openSheet(sheetFile)
  try {
    const ask = { contracts: askContracts, names: askNames }
    const checker = createChecker(sheet, store.db, ask, {
      ...{ stringsFile: `${sheetFile}-strings`, mediaDir: mediaBeside(sheetFile), readerFile, rowChecker },
    })
    const outcome = await checker.run(task, (outcome) => say({ kind: 'progress', outcome }))
    sheet.close()
    say({ kind: 'done', outcome })
  } catch (error) {
    sheet.close()
    const code = error instanceof CoreError ? error.code : null
    say({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) })
  }
}

port.on('message', (order: WorkOrder | ContractsAnswer | NamesAnswer | 'close') => {
  if (order !== 'close' && 'contracts' in order) return answers.emit('contracts', order)
  if (order !== 'close' && 'names' in order) return answers.emit('names', order)
  if (order !== 'close') return work(order)
  return store.close().then(() => port.close())
})
