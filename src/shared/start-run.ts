import { z } from 'zod'
import { type Run, run, runMaking } from './app-api.ts'
import type { Client } from './http-client.ts'

/** What a person chooses of a run when they see its price. */
export interface RunChoices {
  /** Most that is paid for a unit of gas, in the smallest unit; null: whatever is asked. */
  feeCeiling: string | null
  /** Whether NFTs on Solana are compressed of which their row does not say it. */
  compressed: boolean
}

/**
 * Makes the run of an import, however long that takes.
 * @param progress told now and then how far it is, from 0 to 1.
 */
export async function startRun(
  client: Client,
  wish: { importId: string; skipErrors: boolean } & Partial<RunChoices>,
  { signal, progress }: { signal?: AbortSignal | undefined; progress?: ((share: number) => void) | undefined } = {},
): Promise<Run> {
  for (;;) {
    const came = await client.get(z.union([run, runMaking]), '/app/runs', { method: 'POST', json: wish, signal })
    if (!('making' in came)) return came
    progress?.(Math.min(1, came.making.done / Math.max(1, came.making.total)))
  }
}
