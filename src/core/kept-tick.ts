import { executionAsyncResource } from 'node:async_hooks'
import { nextTick } from 'node:process'

/**
 * Keeps one of the objects that `process.nextTick` makes for each call. V8 compiles that for the form which they had so far, and gives it up for
 * good, from then on calling its runtime for each of their fields, when a collection of garbage finds none of them and so forgets the form. An HTTP request
 * has half a dozen ticks: it was a tenth of the processor's time for a read of the API.
 * @returns lets go of it
 */
export function keepTick(): () => void {
  const kept: object[] = []
  nextTick(() => kept.push(executionAsyncResource()))
  return () => {
    kept.length = 0
  }
}
