import { parentPort } from 'node:worker_threads'
import { CoreError } from '../../lib/errors.ts'

/** What the process of a node says to the one that started it. */
export type NodeMessage =
  | { kind: 'starting' }
  | { kind: 'up'; port: number; genesis: string; pid: number }
  | { kind: 'failed'; code: string | null; message: string }

/** A node that answers. */
export interface ServedNode {
  port: number
  genesis: string
  /** Saves, and ends. */
  close(): Promise<void>
  /** Hears what it is told beside. */
  onMessage?(message: unknown): void
}

/** Ours, ms: so often is it said that a start goes on. */
const sayEvery = 1_000

/**
 * Runs a node for whoever started this process or thread (its start is the last argument, as JSON), until it is told to close or
 * the other one ends. Nothing is lost by a kill at any moment: a node has on disk what it answered.
 * @param open told as it goes on, each time that a piece of its record was executed again
 */
export async function serveNode(open: (start: unknown, goesOn: () => void) => Promise<ServedNode>): Promise<void> {
  const tell = (message: NodeMessage): void => {
    if (parentPort) parentPort.postMessage(message)
    // Whoever has gone meanwhile is not told; a node without a starter ends below.
    else process.send?.(message, () => undefined)
  }
  const starter = process.ppid
  let said = Number.NEGATIVE_INFINITY
  const goesOn = (): void => {
    if (performance.now() - said < sayEvery) return
    said = performance.now()
    // Nothing else is heard meanwhile; and whoever starts it next must find its folder free.
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
    // The core saves and ends it; Ctrl+C in a terminal reaches both.
    process.on('SIGINT', () => undefined)
    // It may have gone before this listened for it.
    if (process.send && !process.connected) return end()
    tell({ kind: 'up', port: node.port, genesis: node.genesis, pid: process.pid })
  } catch (error) {
    const code = error instanceof CoreError ? error.code : null
    tell({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) })
    if (process.connected) process.disconnect()
  }
}
