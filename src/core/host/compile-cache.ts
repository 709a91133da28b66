import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { makeFolder, usualCacheDir } from './data-dir.ts'
import { isPrivate } from './private-folder.ts'

/** Ours, ms: so long after its start a process has loaded what it starts with. */
const settled = 10_000

/**
 * Keeps what V8 makes of the files that are loaded from now on, for the next start: loading is most of one. It is written at the end of
 * the process, and before, for the case that the process is killed. It is run without being looked at, so it lies where no other user
 * writes, which Node's own choice, the folder for temporary files, does not promise.
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
