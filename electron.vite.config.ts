import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'

/** Marks the built files as CommonJS, though the package itself is of ES modules. */
function commonJs(): Plugin {
  return {
    name: 'mintdesk:commonjs',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' })
    },
  }
}

/** Lists the folders of the packages in a bundle: `npm run pack` adds their licences. (Vite's own list fails on older manifests.) */
function builtInPackages(): Plugin {
  return {
    name: 'mintdesk:built-in-packages',
    generateBundle(_, bundle) {
      const folders = new Set<string>()
      for (const output of Object.values(bundle))
        if (output.type === 'chunk')
          for (const id of output.moduleIds) {
            const folder = /^.*[\\/](node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id.replace(/^\0/, ''))?.[0]
            if (folder !== undefined) folders.add(relative(import.meta.dirname, folder).replaceAll('\\', '/'))
          }
      this.emitFile({ type: 'asset', fileName: 'packages.json', source: `${JSON.stringify([...folders].sort())}\n` })
    },
  }
}

export default defineConfig({
  main: {
    plugins: [commonJs(), builtInPackages()],
    build: {
      // One bundle loads in half the time of the packages' hundreds of files. The external packages need their other files.
      externalizeDeps: false,
      rolldownOptions: {
        external: ['electron', 'better-sqlite3', '@foundry-rs/anvil', '@fastify/swagger-ui', 'sharp'],
        input: {
          index: 'src/main/index.ts',
          core: 'src/core/process.ts',
          cli: 'src/cli/index.ts',
          'checkpoint-worker': 'src/core/store/sqlite/checkpoint-worker.ts',
          'backup-worker': 'src/core/backup/backup-worker.ts',
          'import-worker': 'src/core/imports/import-worker.ts',
          'workbook-reader': 'src/core/imports/workbook-reader.ts',
          'row-checker': 'src/core/imports/row-checker.ts',
          'draw-process': 'src/core/metadata/thumbnails/draw-process.ts',
          'solana-node': 'src/core/practice/solana/process.ts',
          'aptos-node': 'src/core/practice/aptos/process.ts',
        },
        // CommonJS starts sooner: an ES module reads all exports of a Node module, which loads parts that nothing uses, and its
        // files must be linked. Names are not mangled, for error messages and for libraries that read them.
        output: {
          format: 'cjs',
          entryFileNames: '[name].js',
          // V8 keeps a file with one letter outside Latin-1 at two bytes a letter: 5 MB more for a core.
          charset: 'ascii',
          minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
  preload: {
    plugins: [builtInPackages()],
    // A sandboxed preload must be one CommonJS file.
    build: {
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    // The core serves the page at every path, so its files need absolute paths; electron-vite's preset says `./`.
    plugins: [react(), builtInPackages(), { name: 'mintdesk:paths-from-root', config: () => ({ base: '/' }) }],
    // The largest chunk draws 3D models in a frame of its own, when one is viewed.
    build: { minify: true, chunkSizeWarningLimit: 1_200 },
  },
})
