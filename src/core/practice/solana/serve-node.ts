import { serveNode as serve } from '../node/serve-node.ts'
import type { Machine } from './machine.ts'
import { nodeStart, openNode } from './node.ts'
import { type LoadedProgram, loadPrograms } from './program-files.ts'

/** Runs a node of Solana for the process that started this process or thread; see `node/serve-node.ts`. */
export function serveNode(
  machine: (programs: readonly LoadedProgram[], snapshot: string | null) => Machine,
  load: (dirs: readonly string[]) => Promise<LoadedProgram[]> = loadPrograms,
): Promise<void> {
  return serve(async (given, goesOn) => {
    const start = nodeStart.parse(given)
    return openNode(start, await load(start.programs), machine, goesOn)
  })
}
