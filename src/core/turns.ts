/** Runs pieces of work one after the other, in the order asked for; a failed one does not stop those behind it. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

export function takeTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
