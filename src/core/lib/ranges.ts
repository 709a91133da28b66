import { CoreError } from './errors.ts'
import { afterAnswer, afterRefusal, type Span } from './span.ts'

/** A node does not look through so many blocks at once: ask for fewer. */
export class RangeRefused extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'RangeRefused'
  }
}

/** What a network's RPC is known to take; each search goes on with what the one before it learnt. */
export interface Learnt {
  span: Span
}

/**
 * Asks for the blocks from..to in ranges that the RPC takes, each block once and in order: fewer where it refuses, more where it answers.
 * @param ask throws RangeRefused for a range that is too much
 * @returns for each range that was answered, its last block and what was found in it; who has found enough asks no further
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

/** What a person is told when not even one block is looked through. */
export function refusedAll(error: RangeRefused): CoreError {
  const words = error.message.replace(/\s+/g, ' ').slice(0, 120)
  return new CoreError(
    'network.range',
    `The RPC does not even look through one block for events (“${words}”): set another RPC for this network.`,
  )
}
