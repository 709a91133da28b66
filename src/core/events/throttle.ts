/** Calls a function for a key soon after it changed, and not again within a while; the last change is never left out. */
export interface Throttle {
  changed(key: string): void
  /** Makes the waiting calls at once, waits for all running ones, and accepts no more changes. */
  close(): Promise<void>
}

/**
 * @param every the least time between two calls for one key, in milliseconds; after a long call the pause is as long as the call, so
 *   that reporting a thing never takes more than half of the time
 * @param call may reject: `failed` gets the error
 */
export function createThrottle(
  every: number,
  call: (key: string) => Promise<void>,
  failed: (error: unknown) => void,
): Throttle {
  const entries = new Map<string, { again: boolean; timer: NodeJS.Timeout | undefined; running: Promise<void> }>()
  let open = true

  const run = async (key: string): Promise<void> => {
    try {
      await call(key)
    } catch (error) {
      failed(error)
    }
  }

  const begin = (key: string): void => {
    const started = performance.now()
    const entry = { again: false, timer: undefined as NodeJS.Timeout | undefined, running: Promise.resolve() }
    entries.set(key, entry)
    entry.running = run(key).then(() => {
      if (!open) return
      const rest = Math.max(every, performance.now() - started)
      entry.timer = setTimeout(() => {
        entries.delete(key)
        if (entry.again) begin(key)
      }, rest)
    })
  }

  return {
    changed(key) {
      if (!open) return
      const entry = entries.get(key)
      if (entry === undefined) begin(key)
      else entry.again = true
    },
    async close() {
      open = false
      await Promise.all(
        [...entries].map(async ([key, entry]) => {
          clearTimeout(entry.timer)
          await entry.running
          if (entry.again) await run(key)
        }),
      )
      entries.clear()
    },
  }
}
