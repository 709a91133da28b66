import { parentPort } from 'node:worker_threads'
import { CoreError } from '../../lib/errors.ts'

/** A node's messages to the process that started it. */
export type NodeMessage =
  | { kind: 'starting' }
  | { kind: 'up'; port: number; genesis: string; pid: number }
  | { kind: 'failed'; code: string | null; message: string }

export interface ServedNode {
  port: number
  genesis: string
  /** Saves its state and ends. */
  close(): Promise<void>
  /** Gets every message but `close`. */
  onMessage?(message: unknown): void
}

/** Ours: milliseconds between two reports that a start goes on. */
const sayEvery = 1_000

/**
 * Runs a node for the process that started this process or thread (the last argument is its start, as JSON), until that process
 * says `close` or ends. A kill loses nothing at any moment: what a node answered is on its disk.
 * @param open its `goesOn` must be called each time that a piece of the record was executed again
 */
export async function serveNode(open: (start: unknown, goesOn: () => void) => Promise<ServedNode>): Promise<void> {
  const tell = (message: NodeMessage): void => {
    if (parentPort) parentPort.postMessage(message)
    // A starter that has gone gets no message; the node ends below.
    else process.send?.(message, () => undefined)
  }
  const starter = process.ppid
  let said = Number.NEGATIVE_INFINITY
  const goesOn = (): void => {
    if (performance.now() - said < sayEvery) return
    said = performance.now()
    // No event is handled meanwhile, so the starter's end is noticed here; the folder must be free for the next.
    if (process.send && process.ppid !== starter) process.exit(0)
    tell({ kind: 'starting' })
  }
  try {
    const node = await open(JSON.parse(process.argv.at(-1) ?? ''), goesOn)
    const end = (): void => {
      void node.close().finally(() => process.exit(0))
    }
    process.on('disconnect', end)
    process.on('SIGTERM', end)
    for (const port of [process, parentPort])
      port?.on('message', (message) => (message === 'close' ? end() : node.onMessage?.(message)))
    // The core saves and ends the node; Ctrl+C in a terminal reaches both.
    process.on('SIGINT', () => undefined)
    // The starter may have gone before the listener for `disconnect` was there.
    if (process.send && !process.connected) return end()
    tell({ kind: 'up', port: node.port, genesis: node.genesis, pid: process.pid })
  } catch (error) {
    const code = error instanceof CoreError ? error.code : null
    tell({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) })
    if (process.connected) process.disconnect()
  }
}
