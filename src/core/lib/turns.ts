import { setImmediate as nextTurn } from 'node:timers/promises'

/** Runs pieces of work one after the other, in the order asked for; a failure does not stop the next ones. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

export function takeTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** Ours, ms: longer work would noticeably delay answers. */
const heldAtMost = 8

/**
 * Returns a function to await between pieces of work. After some milliseconds of work it gives the event loop a turn, so that everything
 * else that waits can run; awaiting a database of this process gives it none.
 */
export function inPieces(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < heldAtMost) return
    await nextTurn()
    since = performance.now()
  }
}

/** Begins each piece of work one turn of the event loop after the one before it; they run in parallel. Results keep the order of the items. */
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
