import { join } from 'node:path'

/** The source files of the programs that a core starts in threads and processes of their own. */
const sources = {
  'import-worker': 'src/core/imports/import-worker.ts',
  'checkpoint-worker': 'src/core/store/sqlite/checkpoint-worker.ts',
  'backup-worker': 'src/core/backup/backup-worker.ts',
  'draw-process': 'src/core/metadata/thumbnails/draw-process.ts',
  'solana-node': 'src/core/practice/solana/process.ts',
  'aptos-node': 'src/core/practice/aptos/process.ts',
} as const

export type CoreProgram = keyof typeof sources
/** The file of a program. */
export type ProgramFile = (name: CoreProgram) => string

/**
 * The paths of the programs: the built files, or the sources where Node runs those directly.
 * @param root the folder of the repository, or of the packaged app
 */
export function programFiles(root: string, runs: 'built' | 'sources' = running()): ProgramFile {
  return (name) => join(root, runs === 'built' ? `out/main/${name}.js` : sources[name])
}

function running(): 'built' | 'sources' {
  return import.meta.url.endsWith('.ts') ? 'sources' : 'built'
}
