import { type CorrectionDeps, correctRow } from '../../../src/core/minting/runs/correct.ts'
import { findRun } from '../../../src/core/store/journal/runs/runs.ts'
import type { OpenEngine } from '../open-engine.ts'
import { digest } from './chain.ts'

/** Corrects failed mints of runs, each time to a recipient that nobody else has, and knows whose these are. */
export function correctedRecipients(clock: () => number) {
  /** By each recipient of a corrected mint, the first that it had; lower case. */
  const first = new Map<string, string>()
  const firstOf = (address: string): string => first.get(address.toLowerCase()) ?? address.toLowerCase()
  return {
    /** Who stands for all recipients that a mint ever had. */
    firstOf,
    /** Nothing, where the mint cannot be corrected now. */
    async correct({ db, engine, metadata }: OpenEngine, runId: string, ordinal: number): Promise<void> {
      const run = await findRun(db, runId)
      const mint = await db
        .selectFrom('mints')
        .select(['id', 'address'])
        .where('run_id', '=', runId)
        .where('ordinal', '=', ordinal)
        .executeTakeFirst()
      if (!run || !mint?.address) return
      const recipient = digest(`corrected ${mint.address} ${first.size}`).slice(0, 42)
      first.set(recipient, firstOf(mint.address))
      const deps: CorrectionDeps = {
        ...{ db, clock, metadata, minting: engine },
        mediaDir: async () => '',
        contractsAmong: async () => [],
      }
      await correctRow(deps, run, { nftId: mint.id, recipient: `polygon:${recipient}` }).catch((error: unknown) => {
        if ((error as { code?: string }).code !== 'run.state') throw error
      })
    },
  }
}
