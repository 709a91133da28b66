import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')

/**
 * Bundles programs of the tests that open a core, as the product is bundled: they start in a quarter of the time.
 *
 * @param entries the programs, from the root on, each of a name of its own
 * @param folder where they come to, as deep below the root as the sources, so that they find what lies beside them
 */
export async function bundleCore(entries: readonly string[], folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3', '@foundry-rs/anvil', '@fastify/swagger-ui'] },
    build: {
      ssr: true,
      target: 'node22',
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: entries.map((entry) => join(root, entry)),
        // What they share is as deep as they are.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}
