/** The thread that reads a large workbook for the thread that checks its rows. */
import { parentPort, workerData } from 'node:worker_threads'
import { rowsAtOnce } from './pace.ts'
import type { ReaderMessage, ReaderOrder } from './source/reader-messages.ts'
import { type SheetSource, SourceFault } from './source/sheet-source.ts'
import { withWorkbook } from './source/workbook-source.ts'

/** Pieces that may wait to be taken: enough that neither thread waits for the other, and few, since they are held in memory. */
const mostAhead = 3
/** The thread reports its progress after this many bytes without rows, for the progress bar. */
const bytesAtOnce = 1024 ** 2

const port = parentPort
if (port === null) throw new Error('workbook-reader.ts runs as a worker thread only.')

const { path, size, asked } = workerData as ReaderOrder
const say = (message: ReaderMessage) => port.postMessage(message)
let ahead = 0
let taken: () => void = () => undefined
port.on('message', () => {
  ahead--
  taken()
})

async function read(source: SheetSource): Promise<void> {
  say({ kind: 'opened', facts: source.facts() })
  let gathered: Extract<ReaderMessage, { kind: 'piece' }>['piece'] = { records: [], bytesRead: 0 }
  const tell = () => {
    ahead++
    say({ kind: 'piece', facts: source.facts(), piece: gathered })
    gathered = { records: [], bytesRead: gathered.bytesRead }
  }
  let bytesReported = 0
  try {
    for await (const { records, bytesRead } of source.pieces()) {
      gathered = { records: gathered.records.concat(records), bytesRead }
      if (gathered.records.length < rowsAtOnce && bytesRead - bytesReported < bytesAtOnce) continue
      bytesReported = bytesRead
      tell()
      while (ahead >= mostAhead)
        await new Promise<void>((resolve) => {
          taken = resolve
        })
    }
    tell()
    say({ kind: 'over', facts: source.facts() })
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error
    tell()
    say({ kind: 'unreadable', facts: source.facts(), fault: error.finding })
  }
}

void withWorkbook(path, size, asked, async (source) => {
  if ('fault' in source) say({ kind: 'unreadable', ...source })
  else await read(source)
}).finally(() => port.close())
