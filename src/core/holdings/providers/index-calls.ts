import type { z } from 'zod'
import { type Asked, ask } from './ask.ts'
import { longestWait } from './pace.ts'
import { ProviderError, type UnitOptions } from './provider.ts'

/** Ours: tries of one call, and calls at a time. */
const attempts = 3
const atATime = 8

/** Asks an index within its pace, and again after the wait that it asks for, where that is short. @throws ProviderError */
export async function askIndex<Schema extends z.ZodType>(
  { base, signal, pace }: Pick<UnitOptions, 'base' | 'signal' | 'pace'>,
  path: string,
  how: Omit<Asked<Schema>, 'url' | 'signal'>,
): Promise<z.output<Schema>> {
  for (let left = attempts; ; left--) {
    await pace.turn(signal)
    try {
      return await ask({ ...how, url: `${base}/${path}`, signal })
    } catch (error) {
      const rest = error instanceof ProviderError ? error.retryAfterMs : null
      if (rest === null) throw error
      pace.rest(rest)
      if (left <= 1 || rest > longestWait) throw error
    }
  }
}

/** Faults that may concern one asset only. Ours: after this many faults the service itself is taken to fail. */
const ofOne: ReadonlySet<string> = new Set(['provider.refused', 'provider.answer'])
const mostFaults = 5

/** Works through a list, some at a time. @throws ProviderError after the others are done; at once where every other call would fail too */
export async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const open = [...items]
  let failed: unknown
  let faults = 0
  const next = async (): Promise<void> => {
    for (let item = open.shift(); item !== undefined; item = open.shift()) {
      try {
        await work(item)
      } catch (error) {
        failed ??= error
        faults++
        if (!(error instanceof ProviderError && ofOne.has(error.code)) || faults >= mostFaults) open.length = 0
      }
    }
  }
  await Promise.all(Array.from({ length: atATime }, next))
  if (failed !== undefined) throw failed
}
