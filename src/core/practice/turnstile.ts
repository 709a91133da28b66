/** Lets pieces of work through: many together, or one alone. In the order they come. */
export interface Turnstile {
  /** Goes on beside others of its kind, after whoever is alone or waits to be. */
  together<T>(work: () => Promise<T>): Promise<T>
  /** Goes on when everybody who came before is done; everybody who comes after waits. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

export function openTurnstile(): Turnstile {
  const inside = new Set<Promise<unknown>>()
  let gate: Promise<unknown> = Promise.resolve()
  return {
    together(work) {
      const mine = gate.then(work)
      inside.add(mine)
      const leave = () => inside.delete(mine)
      mine.then(leave, leave)
      return mine
    },
    alone(work) {
      const before = [...inside]
      const mine = gate.then(() => Promise.allSettled(before)).then(work)
      gate = mine.catch(() => undefined)
      return mine
    },
  }
}
