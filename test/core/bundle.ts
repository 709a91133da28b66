import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')

/**
 * Bundles a program of the tests that opens a core, as the product is bundled: it starts in a quarter of the time.
 *
 * @param entry the program, from the root on
 * @param folder where it comes to, as deep below the root as its source, so that it finds what lies beside it
 */
export async function bundleCore(entry: string, folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3', '@foundry-rs/anvil', '@fastify/swagger-ui'] },
    build: {
      ssr: join(root, entry),
      target: 'node22',
      outDir: folder,
      emptyOutDir: true,
    },
  })
}
