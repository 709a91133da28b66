import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { programOf } from '../core/test-programs.ts'
import { root } from '../core/trial-core.ts'

const source = 'test/faults/crash-core.ts'
const isBuilt = process.env.MINTDESK_TEST_PROGRAMS !== undefined

/** Where the core that is killed lies: this process's own where there is none for all, since several build it at the same time. */
export const crashCore = isBuilt ? programOf(source) : join(root, `out/crash-${process.pid}/crash-core.js`)
/** Where its starts keep it compiled. */
export const crashCoreCompiled = join(dirname(crashCore), 'compiled')

/** Bundles `crash-core.ts`, which is started dozens of times, unless it is there. `removeCrashCore` ends it. */
export async function buildCrashCore(): Promise<void> {
  if (isBuilt) return
  const { bundleCore } = await import('../core/bundle.ts')
  await bundleCore([source], dirname(crashCore))
}

export async function removeCrashCore(): Promise<void> {
  if (!isBuilt) await rm(dirname(crashCore), { recursive: true, force: true })
}
