/** Lets what waits have its turn, between pieces of a long walk over rows. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
