import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { makeFolder, usualCacheDir } from './data-dir.ts'
import { isPrivate } from './private-folder.ts'

/** Ours, ms: after this time a process has loaded everything that its start needs. */
const settled = 10_000

/**
 * Caches V8's compiled code of the files that are loaded from now on, for the next start, since loading is most of a start. The cache is written
 * at the end of the process, and once before in case the process is killed. V8 runs the cached code unchecked, so the folder must be one where no
 * other user can write, which Node's default, the temporary folder, does not guarantee.
 */
export function keepCompiled(): void {
  const { platform, env } = process
  let folder: string
  try {
    // A user of a container may have no home.
    folder = join(usualCacheDir({ platform, env, home: homedir() }), 'compiled')
    makeFolder(folder)
  } catch {
    return
  }
  if (!isPrivate(folder)) return
  module.enableCompileCache(folder)
  setTimeout(() => module.flushCompileCache(), settled).unref()
}
