import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleCore } from '../core/bundle.ts'
import { root } from '../core/trial-core.ts'

/** This process's own, since several build it at the same time. */
const folder = join(root, `out/crash-${process.pid}`)

/** Where the core that is killed lies. */
export const crashCore = join(folder, 'crash-core.js')
/** Where its starts keep it compiled. */
export const crashCoreCompiled = join(folder, 'compiled')

/** Bundles `crash-core.ts`, which is started dozens of times. `removeCrashCore` ends it. */
export async function buildCrashCore(): Promise<void> {
  await bundleCore('test/faults/crash-core.ts', folder)
}

export async function removeCrashCore(): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}
