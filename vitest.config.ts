import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes longest, as a run of everything told, longest first. Without results of an earlier run, as in a fresh clone, vitest begins with
 * the largest files; what takes minutes in few lines would then be left alone at the end, with nothing for the other workers to do.
 */
const longest = [
  'faults/killed.chain',
  'cli/mint.chain',
  'faults/recover.chain',
  'contracts/artifacts.chain',
  'api/transfers.chain',
  'faults/rpc.chain',
  'mutants/journal',
  'mutants/contracts',
  'contracts/differential.chain',
  'chains/every-network.chain',
  'core/main-job.chain',
  'holdings/live.chain',
  'contracts/collection.chain',
  'faults/bad-input.chain',
  'live/live.chain',
  'minting/simulated/journal-properties',
  'journal/histories',
  'faults/bad-input',
  'api/idempotency',
  'api/conformance/conformance',
  'cli/vault',
  'cli/storage',
  'events/webhooks',
].map((name) => `/test/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.endsWith(name))
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Node runs the sources as it runs the product's: what Vite would make of them takes a fifth of a file's time on the processor.
    experimental: { viteModuleRunner: false, nodeLoader: false },
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
          // Ends what hangs; on a machine with other jobs the longest take several times their usual half a minute.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
