/** Runs a limited number of tasks at a time, in all and for each key. Waiting tasks start in order. */
export type Gate = <T>(key: string, task: () => Promise<T>) => Promise<T>

/** A gate for `total` tasks at a time, of which at most `perKey` have the same key. */
export function createGate(total: number, perKey: number): Gate {
  const running = new Map<string, number>()
  const waiting: { key: string; start: () => void }[] = []
  let count = 0

  const isFree = (key: string): boolean => count < total && (running.get(key) ?? 0) < perKey

  function enter(key: string): void {
    count++
    running.set(key, (running.get(key) ?? 0) + 1)
  }

  function leave(key: string): void {
    count--
    const left = (running.get(key) ?? 1) - 1
    if (left === 0) running.delete(key)
    else running.set(key, left)
    const next = waiting.findIndex((waiter) => isFree(waiter.key))
    const [waiter] = next < 0 ? [] : waiting.splice(next, 1)
    if (waiter === undefined) return
    enter(waiter.key)
    waiter.start()
  }

  return async (key, task) => {
    if (isFree(key)) enter(key)
    else await new Promise<void>((start) => waiting.push({ key, start }))
    try {
      return await task()
    } finally {
      leave(key)
    }
  }
}
