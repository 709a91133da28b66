import { inPieces } from '../../lib/turns.ts'

/**
 * Fetches what mints need before they can be composed (their linked files above all) outside the signer queue's rounds: hosts that do not answer hold
 * up their own mints only. Results are kept in memory; lost ones are fetched again.
 */
export interface FilesAhead {
  /**
   * The results of these, in their order; null while one of them is pending: the signer queue is woken when all are there. Each is requested once,
   * and forgotten when all are returned.
   * @throws the error of one that failed; that one is requested again the next time
   */
  take<Result>(source: string, wanted: readonly { key: string; get(): Promise<Result> }[]): Promise<Result[] | null>
  /** Requests these for a later `take`, which requests again those whose result `keep` rejects. */
  begin<Result>(
    source: string,
    wanted: readonly { key: string; get(): Promise<Result> }[],
    keep: (result: Result) => boolean,
  ): void
  /** Nothing of this source waits any more. */
  forget(source: string): void
}

/** Ours, ms: how long `take` waits for results before they cost another round. */
const graceMs = 150

export function filesAhead(wake: () => void): FilesAhead {
  /** By source and key: the result, and whether it is there. */
  const sources = new Map<string, Map<string, { result: Promise<unknown>; there: boolean }>>()

  const ofSource = (source: string) => {
    const known = sources.get(source) ?? new Map<string, { result: Promise<unknown>; there: boolean }>()
    sources.set(source, known)
    return known
  }
  const ask = <Result>(
    known: ReturnType<typeof ofSource>,
    { key, get }: { key: string; get(): Promise<Result> },
    keep: (result: Result) => boolean,
  ): Promise<Result> => {
    const before = known.get(key)
    if (before) return before.result as Promise<Result>
    const result = get()
    const entry = { result, there: false }
    known.set(key, entry)
    result.then(
      (come) => {
        entry.there = true
        if (!keep(come)) known.delete(key)
      },
      () => known.delete(key),
    )
    return result
  }

  return {
    async take<Result>(source: string, wanted: readonly { key: string; get(): Promise<Result> }[]) {
      const known = ofSource(source)
      const results: Promise<Result>[] = []
      const pause = inPieces()
      for (const one of wanted) {
        results.push(ask(known, one, () => true))
        await pause()
      }
      const all = Promise.all(results)
      const isThere = wanted.every(({ key }) => known.get(key)?.there)
      const had = isThere ? await all : await withinGrace(all)
      if (had === null) {
        all.catch(() => undefined).then(wake)
        return null
      }
      for (const { key } of wanted) known.delete(key)
      return had
    },
    begin(source, wanted, keep) {
      const known = ofSource(source)
      // `take` reports what fails.
      for (const one of wanted) ask(known, one, keep).catch(() => {})
    },
    forget: (source) => void sources.delete(source),
  }
}

async function withinGrace<Result>(result: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined
  const grace = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), graceMs)
  })
  try {
    return await Promise.race([result, grace])
  } finally {
    clearTimeout(timer)
  }
}
