/** Runs at most one piece of work per key at a time; if asked again meanwhile, it runs once more. */
export function oneByOne(work: (key: string) => Promise<void>, failed: (error: unknown, key: string) => void) {
  const running = new Map<string, { again: boolean; done: Promise<void> }>()
  const run = async (key: string, entry: { again: boolean }): Promise<void> => {
    do {
      entry.again = false
      await work(key).catch((error: unknown) => failed(error, key))
    } while (entry.again)
    running.delete(key)
  }
  return {
    ask(key: string): void {
      const entry = running.get(key)
      if (entry) entry.again = true
      else {
        const made = { again: false, done: Promise.resolve() }
        running.set(key, made)
        made.done = run(key, made)
      }
    },
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}
