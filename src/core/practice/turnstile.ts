/** Runs pieces of work in the order of the calls: many together, or one alone. */
export interface Turnstile {
  /** Runs beside other work of `together`, but after every earlier call of `alone`. */
  together<T>(work: () => Promise<T>): Promise<T>
  /** Runs when all earlier work is done; all later work waits for it. */
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
