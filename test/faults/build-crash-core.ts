import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../core/trial-core.ts'

/**
 * This process's own, since several build it at the same time: as deep below the root as its source, so that the core finds what lies
 * beside it.
 */
const folder = join(root, `out/crash-${process.pid}`)

/** Where the core that is killed lies. */
export const crashCore = join(folder, 'crash-core.js')
/** Where its starts keep it compiled. */
export const crashCoreCompiled = join(folder, 'compiled')

/** Bundles `crash-core.ts` as the product is bundled: it starts in a quarter of the time, and is started dozens of times. `removeCrashCore` ends it. */
export async function buildCrashCore(): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3', '@foundry-rs/anvil', '@fastify/swagger-ui'] },
    build: {
      ssr: join(root, 'test/faults/crash-core.ts'),
      target: 'node22',
      outDir: folder,
      emptyOutDir: true,
    },
  })
}

export async function removeCrashCore(): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}
