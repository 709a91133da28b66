import { setTimeout as delay } from 'node:timers/promises'
import type { AnvilClient } from '../../src/core/practice/rpc.ts'

/** Has a node whose blocks are made by hand make one every 30 ms, from start to stop. */
export function steadyBlocks(anvil: AnvilClient): { start(): void; stop(): Promise<void> } {
  let ticking = false
  let blocks: Promise<void> = Promise.resolve()
  const tick = async (): Promise<void> => {
    while (ticking) {
      await anvil.mine({ blocks: 1 })
      await delay(30)
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
