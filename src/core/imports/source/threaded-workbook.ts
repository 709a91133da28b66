import { on } from 'node:events'
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { openPackage, type Package } from '../../../shared/spreadsheet/workbook/package.ts'
import type { SourceFacts } from '../protocol.ts'
import type { ReaderMessage, ReaderOrder } from './reader-messages.ts'
import { type SheetSource, SourceFault, type UnreadableSource } from './sheet-source.ts'

/**
 * Opens a workbook as `withWorkbook` does, but reads it in a thread of its own, a few pieces ahead of the consumer: reading its XML takes as
 * long as checking its rows.
 * @param readerFile the thread's program
 */
export async function withThreadedWorkbook<T>(
  readerFile: string,
  order: ReaderOrder,
  use: (source: SheetSource | UnreadableSource) => Promise<T>,
): Promise<T> {
  const { path, size, asked } = order
  const thread = new Worker(readerFile, {
    workerData: order,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 },
  })
  const messages = on(thread, 'message', { close: ['exit'] })
  const hear = async (): Promise<ReaderMessage> => {
    const { done, value } = await messages.next()
    if (done === true) throw new Error('the workbook could not be read to its end')
    return value[0]
  }
  let pack: Package | undefined
  try {
    const first = await hear()
    if (first.kind === 'unreadable') return await use(first)
    let facts: SourceFacts = first.facts
    // This thread reads the pictures, one by one, as they are copied.
    const opened = await openPackage(await openAsBlob(path))
    pack = opened
    return await use({
      size,
      facts: () => facts,
      picture: (part) => opened.part(part),
      async *pieces() {
        for (;;) {
          const message = await hear()
          facts = message.facts
          if (message.kind === 'over') return
          if (message.kind === 'unreadable') throw new SourceFault(message.fault)
          if (message.kind === 'piece') yield message.piece
          thread.postMessage('taken')
        }
      },
    })
  } finally {
    await pack?.close()
    await thread.terminate()
    await rm(asked.stringsFile, { force: true })
  }
}
