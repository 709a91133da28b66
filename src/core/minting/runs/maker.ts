import type { RunOptions } from './create-run.ts'

/** NFTs compared with those that were minted before, of so many. */
export interface Making {
  done: number
  total: number
}

export interface RunMaker {
  /**
   * Makes the run of an import, or joins who makes it already; runs are made one at a time, so that the same file asked for twice at once
   * is minted once. Where a million rows are to be compared with what was minted since their check, that takes seconds: after `patienceMs` it says
   * how far it is, and the same call again waits on.
   * @returns the run's id, or how far it is. What went wrong is thrown to the first who asks.
   */
  make(options: RunOptions, nfts: number): Promise<{ runId: string } | Making>
}

/** Ours: who does not come back for what came of it within this time is gone; a later call is a request of its own. */
const keptMs = 60_000

/**
 * @param create makes a run, and tells how many NFTs it has compared: `createRun`.
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
