import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../core/trial-core.ts'

/** Where the core that is killed lies: as deep below the root as its source, so that it finds what lies beside it. */
export const crashCore = join(root, 'out/test/crash-core.js')

/** Bundles `crash-core.ts` as the product is bundled: it starts in a quarter of the time, and is started dozens of times. */
export async function buildCrashCore(): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3', '@foundry-rs/anvil', '@fastify/swagger-ui'] },
    build: {
      ssr: join(root, 'test/faults/crash-core.ts'),
      target: 'node22',
      outDir: join(root, 'out/test'),
      emptyOutDir: true,
    },
  })
}
