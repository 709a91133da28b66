import { parentPort } from 'node:worker_threads'
import { CoreError } from '../../lib/errors.ts'
import type { Machine } from './machine.ts'
import { nodeStart, openNode } from './node.ts'
import { type LoadedProgram, loadPrograms } from './program-files.ts'

/** What the process of a node says to the one that started it. */
export type NodeMessage =
  | { kind: 'up'; port: number; genesis: string; pid: number }
  | { kind: 'failed'; code: string | null; message: string }

/**
 * Runs a node for whoever started this process or thread (its start is the last argument, as JSON), until it is told to close or
 * the other one ends. Nothing is lost by a kill at any moment: see `Ledger`.
 */
export async function serveNode(
  machine: (programs: readonly LoadedProgram[], snapshot: string | null) => Machine,
  load: (dirs: readonly string[]) => Promise<LoadedProgram[]> = loadPrograms,
): Promise<void> {
  const tell = (message: NodeMessage): void => {
    if (parentPort) parentPort.postMessage(message)
    // Whoever has gone meanwhile is not told; a node without a starter ends below.
    else process.send?.(message, () => undefined)
  }
  try {
    const start = nodeStart.parse(JSON.parse(process.argv.at(-1) ?? ''))
    const node = await openNode(start, await load(start.programs), machine)
    const end = (): void => {
      void node.close().finally(() => process.exit(0))
    }
    process.on('disconnect', end)
    process.on('SIGTERM', end)
    for (const port of [process, parentPort]) port?.on('message', (message) => message === 'close' && end())
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
