import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // `isolate: false` below: files of one worker share the packages that they load, which took half of the processor's time.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: ['test/**/*.test.{ts,mjs}'],
          exclude: ['test/**/*.chain.test.ts', 'test/mutants/**', 'test/e2e/**'],
          testTimeout: 20_000,
          hookTimeout: 20_000,
        },
      },
      {
        // These start anvil, and wait for blocks.
        extends: true,
        test: {
          name: 'chain',
          isolate: false,
          include: ['test/**/*.chain.test.ts', 'test/mutants/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
