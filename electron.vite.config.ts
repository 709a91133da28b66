import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

export default defineConfig({
  main: {
    build: {
      // One file is read in half the time of the hundreds that the packages are; these stay, for what else they bring.
      externalizeDeps: false,
      rolldownOptions: {
        external: ['electron', 'better-sqlite3', '@foundry-rs/anvil', '@fastify/swagger-ui'],
        input: {
          index: 'src/main/index.ts',
          core: 'src/core/process.ts',
          cli: 'src/cli/index.ts',
          'import-worker': 'src/core/imports/import-worker.ts',
          'solana-node': 'src/core/practice/solana/process.ts',
        },
      },
    },
  },
  preload: {
    // A sandboxed preload must be one CommonJS file.
    build: {
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    // The core serves the page at every path, so its files are named from the root; electron-vite's preset says `./`.
    plugins: [react(), { name: 'mintdesk:paths-from-root', config: () => ({ base: '/' }) }],
  },
})
