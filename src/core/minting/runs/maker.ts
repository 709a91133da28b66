import type { RunOptions } from './create-run.ts'

/** Progress: how many of all NFTs were compared with those minted before. */
export interface Making {
  done: number
  total: number
}

export interface RunMaker {
  /**
   * Makes the run of an import, or joins the call that makes it already. Runs are made one at a time, so that a file asked for twice at once is
   * minted once. Comparing a million rows with what was minted since their check takes seconds: after `patienceMs` the call returns the progress, and
   * the same call again waits on.
   * @returns the run's id, or the progress. An error is thrown to the first caller that asks.
   */
  make(options: RunOptions, nfts: number): Promise<{ runId: string } | Making>
}

/** Ours, ms: a caller that does not ask for the result within this time is gone; a later call is a request of its own. */
const keptMs = 60_000

/**
 * @param create makes a run, and reports how many NFTs it has compared: `createRun`.
 * @param patienceMs how long a call waits for the end.
 */
export function createRunMaker(
  create: (options: RunOptions, progress: (done: number) => void) => Promise<string>,
  patienceMs: number,
): RunMaker {
  const underWay = new Map<string, { made: Promise<string>; making: Making }>()
  let before: Promise<unknown> = Promise.resolve()

  function begin(options: RunOptions, nfts: number) {
    const making: Making = { done: 0, total: nfts }
    const made = before.then(() =>
      create(options, (done) => {
        making.done = done
      }),
    )
    before = made.catch(() => undefined)
    const entry = { made, making }
    underWay.set(options.importId, entry)
    void before.then(() => {
      const forget = () => underWay.get(options.importId) === entry && underWay.delete(options.importId)
      setTimeout(forget, keptMs).unref()
    })
    return entry
  }

  return {
    async make(options, nfts) {
      const entry = underWay.get(options.importId) ?? begin(options, nfts)
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<null>((resolve) => {
        timer = setTimeout(resolve, patienceMs, null)
      })
      let over = true
      try {
        const runId = await Promise.race([entry.made, patience])
        if (runId !== null) return { runId }
        over = false
        return { ...entry.making }
      } finally {
        clearTimeout(timer)
        if (over && underWay.get(options.importId) === entry) underWay.delete(options.importId)
      }
    },
  }
}
