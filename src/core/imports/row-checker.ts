/** The thread that checks each row by itself for the thread that reads and writes rows. */
import { parentPort } from 'node:worker_threads'
import { checkEach } from './row-check/check-each.ts'
import { packRows } from './row-check/pack-rows.ts'
import type { RowsAnswer, RowsOrder } from './row-check/row-check-thread.ts'

const port = parentPort
if (port === null) throw new Error('row-checker.ts runs as a worker thread only.')

port.on('message', ({ rows, rules }: RowsOrder) =>
  port.postMessage(packRows(checkEach(rows, rules)) satisfies RowsAnswer),
)
