import module from 'node:module'

/** Ours, ms: so long after its start a process has loaded what it starts with. */
const settled = 10_000

/**
 * Keeps what V8 makes of the files that are loaded from now on, for the next start: loading is most of one. It is written at the end of
 * the process, and before, for the case that the process is killed.
 */
export function keepCompiled(): void {
  module.enableCompileCache()
  setTimeout(() => module.flushCompileCache(), settled).unref()
}
