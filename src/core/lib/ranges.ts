import { CoreError } from './errors.ts'
import { afterAnswer, afterRefusal, type Span } from './span.ts'

/** The RPC refuses to search so many blocks at once: ask for fewer. */
export class RangeRefused extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'RangeRefused'
  }
}

/** The range that a network's RPC is known to accept; each search continues with what earlier ones learnt. */
export interface Learnt {
  span: Span
}

/**
 * Searches the blocks from..to in ranges that the RPC accepts, each block once and in order: smaller ranges after refusals, larger after answers.
 * @param ask throws RangeRefused for a range that is too large
 * @returns for each range, its last block and what was found in it; the caller stops iterating when it has found enough
 * @throws CoreError `network.range` when the RPC refuses even one block; whatever `ask` throws
 */
export async function* inRanges<T>(
  learnt: Learnt,
  from: number,
  to: number,
  ask: (from: number, to: number) => Promise<readonly T[]>,
): AsyncGenerator<{ to: number; found: readonly T[] }> {
  for (let next = from; next <= to; ) {
    const { blocks } = learnt.span
    const end = Math.min(next + blocks - 1, to)
    const asked = end - next + 1
    let found: readonly T[]
    try {
      found = await ask(next, end)
    } catch (error) {
      if (!(error instanceof RangeRefused)) throw error
      const smaller = afterRefusal(learnt.span, asked)
      if (smaller === null) throw refusedAll(error)
      learnt.span = smaller
      continue
    }
    if (asked === blocks || found.length > 0) learnt.span = afterAnswer(learnt.span, found.length)
    yield { to: end, found }
    next = end + 1
  }
}

/** The error when the RPC refuses even one block. */
export function refusedAll(error: RangeRefused): CoreError {
  const words = error.message.replace(/\s+/g, ' ').slice(0, 120)
  return new CoreError(
    'network.range',
    `The RPC does not even look through one block for events (“${words}”): set another RPC for this network.`,
  )
}
