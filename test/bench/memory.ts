/** Preloaded into a core (`node --expose-gc --import`): answers each message of its parent with what its memory holds, in bytes. */
export interface MemoryTold {
  /** As it stands, garbage included. */
  resident: number
  /** What is in use, once garbage is collected: JavaScript's own, and what lies beside it (buffers). */
  heap: number
  beside: number
}

process.on('message', () => {
  const resident = process.memoryUsage.rss()
  globalThis.gc?.()
  const { heapUsed: heap, external: beside } = process.memoryUsage()
  const told: MemoryTold = { resident, heap, beside }
  process.send?.(told)
})
// It ends when it would have ended without.
process.channel?.unref()
