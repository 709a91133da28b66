import { setImmediate as nextTurn } from 'node:timers/promises'

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

/** Ours, ms: work that takes longer is felt by whoever waits for an answer. */
const heldAtMost = 8

/**
 * Cuts work in pieces: to be awaited between them. Where they have taken some milliseconds, everything else that waits gets a turn at
 * the event loop; awaiting a database of this process gives it none.
 */
export function inPieces(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < heldAtMost) return
    await nextTurn()
    since = performance.now()
  }
}

/** Begins each piece of work a turn of the event loop after the one before it; they go on side by side. In their order. */
export function sideBySide<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result>[] {
  let turn: Promise<unknown> = Promise.resolve()
  return items.map(async (item, place) => {
    if (place > 0) turn = turn.then(() => nextTurn())
    await turn
    return work(item)
  })
}
