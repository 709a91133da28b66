import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes longest, as a run of everything told, longest first. Without results of an earlier run, as in a fresh clone, vitest begins with
 * the largest files; what takes minutes in few lines would then be left alone at the end, with nothing for the other workers to do.
 */
const longest = [
  'solana/recover.chain',
  'faults/killed.chain',
  'cli/mint.chain',
  'faults/killed-aptos.chain',
  'faults/lost-machine.chain',
  'live/lying-rpc.chain',
  'core/reset.chain',
  'packaging/portable.chain',
  'live/custom-network.chain',
  'packaging/npm-package.chain',
  'practice/kept.chain',
  'faults/rpc.chain',
  'faults/killed-hand-over.chain',
  'aptos/faults.chain',
  'faults/recover.chain',
  'mutants/journal',
  'cli/correct.chain',
  'mutants/contracts',
  'contracts/collection.chain',
  'solana/recover-unknown.chain',
  'solana/recover-faults.chain',
  'mutants/practice',
  'chains/every-network.chain',
  'core/main-job.chain',
  'live/live.chain',
  'faults/bad-input.chain',
  'api/administration.chain',
  'cli/collections.chain',
  'aptos/run.chain',
  'packaging/packed-app.chain',
  'holdings/live.chain',
  'contracts/hostile.chain',
  'contracts/differential.chain',
  'faults/hostile-holder.chain',
  'api/transfers.chain',
  'contracts/copies-differential.chain',
  'mutants/copies',
  'live/vault.chain',
  'minting/simulated/counted-properties',
  'minting/reconcile/two-copies',
  'api/conformance/conformance',
  'cli/cardano',
  'minting/simulated/journal-properties',
  'journal/histories',
  'core/open-core',
  'minting/reconcile/reverted',
  'faults/bad-input',
  'cli/vault',
].map((name) => `/test/${name}.test.ts`)

/** So many files at once: what waits beside what computes keeps all cores at work. Each takes up to half a gigabyte, with what it starts. */
const workers = (more: number): number => Math.min(8, availableParallelism() + more)

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
          // Those that write wait for the disk. Vitest takes it from a project alone: a project has its root's before what the command line says.
          maxWorkers: workers(1),
          include: ['test/**/*.test.{ts,mjs}'],
          exclude: ['test/**/*.chain.test.ts', 'test/mutants/**', 'test/e2e/**'],
          // Ends what hangs; with ten times as much to do a machine takes half a minute for what takes two seconds.
          testTimeout: 120_000,
          // A second where nothing is said.
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 120_000,
        },
      },
      {
        // These start anvil, and wait for blocks.
        extends: true,
        test: {
          name: 'chain',
          globalSetup: 'test/core/build-programs.ts',
          isolate: false,
          // Half of their time they wait for blocks.
          maxWorkers: workers(2),
          sequence: { groupOrder: 1 },
          include: ['test/**/*.chain.test.ts', 'test/mutants/**/*.test.ts'],
          // Ends what hangs; on a machine with other jobs the longest take several times their usual half a minute.
          testTimeout: 300_000,
          // Each look at a core takes some milliseconds of the processor; blocks take a tenth of a second and more.
          expect: { poll: { timeout: 60_000, interval: 150 } },
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
