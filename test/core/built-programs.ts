import { join } from 'node:path'
import { buildIsDue } from '../../scripts/lib/build.mjs'
import { type ProgramFile, programFiles } from '../../src/core/program-files.ts'

const root = join(import.meta.dirname, '../..')
let runs: 'built' | 'sources' | undefined

/**
 * Which programs a core starts that runs from its sources. What is built starts in a third of the time that the sources take; it counts only when
 * it is what the sources are, as under `npm test`.
 */
export function programsRun(): 'built' | 'sources' {
  runs ??= buildIsDue() ? 'sources' : 'built'
  return runs
}

/** The programs of such a core. */
export const programFile: ProgramFile = (name) => programFiles(root, programsRun())(name)
