import { setTimeout as delay } from 'node:timers/promises'
import type { AnvilClient } from '../../src/core/practice/rpc.ts'

/** Has a node whose blocks are made by hand make one every 30 ms, more slowly where a call takes long, from start to stop. */
export function steadyBlocks(anvil: AnvilClient): { start(): void; stop(): Promise<void> } {
  let ticking = false
  let blocks: Promise<void> = Promise.resolve()
  const tick = async (): Promise<void> => {
    while (ticking) {
      const began = performance.now()
      await anvil.mine({ blocks: 1 })
      await delay(Math.max(30, 5 * (performance.now() - began)))
    }
  }
  return {
    start() {
      ticking = true
      blocks = tick()
    },
    async stop() {
      ticking = false
      await blocks
    },
  }
}
