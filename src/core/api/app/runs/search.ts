import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import type { RunRow, runRowQuery } from '../../../../shared/app-api.ts'
import { runRowView } from '../../../minting/runs/view.ts'
import { isFound, isIn, type RunMint, runMintsFrom } from '../../../store/journal/runs/run-rows.ts'
import type { RunRecord } from '../../../store/journal/runs/runs.ts'
import type { AppContext } from '../context.ts'

/** Ours: mints that are read at a time. */
const readAtOnce = 1_000

/** Searches a run's mints piece by piece, so that a million of them block no other request. */
export async function searchRows(
  context: AppContext,
  record: RunRecord,
  query: { state: z.output<typeof runRowQuery>['state']; search: string; offset: number; limit: number },
): Promise<{ total: number; rows: RunRow[] }> {
  const { state, search, offset, limit } = query
  const rows: RunRow[] = []
  let total = 0
  for await (const mint of allMints(context, record.id)) {
    if (!isIn(mint, state) || !isFound(mint, search)) continue
    if (total >= offset && rows.length < limit) rows.push(runRowView(mint))
    total++
  }
  return { total, rows }
}

/** The mints of a run, in order; other work gets a turn between pages of them. */
export async function* allMints({ db }: AppContext, runId: string): AsyncGenerator<RunMint> {
  for (let from = 0; ; ) {
    const mints = await runMintsFrom(db, runId, from, readAtOnce)
    const last = mints.at(-1)
    if (last === undefined) return
    yield* mints
    from = last.ordinal + 1
    await setImmediate()
  }
}
