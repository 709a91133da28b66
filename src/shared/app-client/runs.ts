import { z } from 'zod'
import {
  type CorrectionRequest,
  correction,
  quote,
  type Run,
  run,
  runMaking,
  type runRowQuery,
  runRows,
  runTransactions,
} from '../app-api.ts'
import type { Caller } from '../http-client.ts'
import type { SheetFormat } from '../spreadsheet/sheet-file.ts'
import { query, seg } from './paths.ts'

/** A person's choices for a run when they see its price. */
export interface RunChoices {
  /** The fee ceiling, in the smallest unit per gas; null: whatever the network asks. */
  feeCeiling: string | null
  /** Whether to compress NFTs on Solana whose row does not say. */
  compressed: boolean
}

export type RunOrder = 'pause' | 'resume' | 'cancel' | 'retry'

/** Quotes and runs. */
export function runCalls({ get, send }: Caller) {
  const path = (id: string) => `/app/runs/${seg(id)}`
  return {
    quote: (importId: string, choices: RunChoices, signal?: AbortSignal) =>
      get(quote, '/app/quotes', { method: 'POST', json: { importId, ...choices }, signal }),
    /**
     * Makes the run of an import; its rows are added while it mints.
     * @param progress called repeatedly, if it takes seconds, with how far the file is compared with what was minted since its check, 0 to 1.
     * @param nftsAtMost the core refuses the run if the file now makes more
     */
    startRun: async (
      importId: string,
      skipErrors: boolean,
      choices: RunChoices,
      progress: (share: number) => void,
      nftsAtMost?: number,
    ): Promise<Run> => {
      for (;;) {
        const json = { importId, skipErrors, ...choices, nftsAtMost }
        const came = await get(z.union([run, runMaking]), '/app/runs', { method: 'POST', json })
        if (!('making' in came)) return came
        progress(Math.min(1, came.making.done / Math.max(1, came.making.total)))
      }
    },
    changeRun: (id: string, change: { feeCeiling: string | null }) =>
      get(run, path(id), { method: 'PATCH', json: change }),
    runs: () => get(z.array(run), '/app/runs'),
    runOf: (id: string) => get(run, path(id)),
    orderRun: (id: string, order: RunOrder) => get(run, `${path(id)}/${order}`, { method: 'POST' }),
    /** The result and price of a correction of a failed NFT; changes nothing. */
    checkCorrection: (id: string, request: CorrectionRequest) =>
      get(correction, `${path(id)}/corrections/check`, { method: 'POST', json: request }),
    /** Corrects a failed NFT and queues it again. */
    correctRow: (id: string, request: CorrectionRequest) =>
      get(run, `${path(id)}/corrections`, { method: 'POST', json: request }),
    runRows: (id: string, rows: Partial<z.output<typeof runRowQuery>>) =>
      get(runRows, `${path(id)}/rows${query({ ...rows })}`),
    runTransactions: (id: string) => get(runTransactions, `${path(id)}/transactions`),
    /** The results file as a raw answer. */
    results: (id: string, { format = 'csv' }: { format?: SheetFormat } = {}) => send(`${path(id)}/results.${format}`),
  }
}
