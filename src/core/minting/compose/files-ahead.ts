import { inPieces } from '../../lib/turns.ts'

/**
 * What mints need before they can be composed (their linked files above all) is had outside the signer queue's rounds: hosts that do not answer
 * hold up their own mints and nobody else's. Kept in memory; lost, it is had again.
 */
export interface FilesAhead {
  /**
   * What each of these comes to, in their order; null while some of it is on its way: the signer queue is woken when it is there. Each is asked
   * for once, and forgotten when all are handed over.
   * @throws what one of them failed with; that one is asked for again the next time
   */
  take<Result>(source: string, wanted: readonly { key: string; get(): Promise<Result> }[]): Promise<Result[] | null>
  /** Has these on their way, for a later `take`. What comes to something that is not to be kept is asked for again then. */
  begin<Result>(
    source: string,
    wanted: readonly { key: string; get(): Promise<Result> }[],
    keep: (result: Result) => boolean,
  ): void
  /** Nothing of this source waits any more. */
  forget(source: string): void
}

/** Ours: what is there sooner is not worth another round, ms. */
const graceMs = 150

export function filesAhead(wake: () => void): FilesAhead {
  /** By source and key: its result, or that it is on its way. */
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
      // What fails is told to whoever takes it.
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
