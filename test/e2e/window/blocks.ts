import { setTimeout as wait } from 'node:timers/promises'
import type { RunningCore } from './core.ts'

/** The blocks of Polygon's practice network, which the test makes: what passes with them stays for as long as it is looked at. */
export interface Blocks {
  /** Makes no more; resolves when the one under way is done. */
  hold(): Promise<void>
  /** Makes one after the other. */
  go(): void
  close(): Promise<void>
}

const everyMs = 200

/** Makes blocks from now on, for a core that was started with `ownBlocks`. */
export function openBlocks(core: RunningCore): Blocks {
  let held = false
  let open = true
  let making: Promise<void> = Promise.resolve()
  const make = async (): Promise<void> => {
    await core.mine('polygon')
  }
  const all = (async () => {
    while (open) {
      if (!held) {
        making = make()
        await making
      }
      await wait(everyMs)
    }
  })()
  return {
    async hold() {
      held = true
      await making
    },
    go() {
      held = false
    },
    async close() {
      open = false
      await all
    },
  }
}

/** What a core is started with whose test makes the blocks. */
export const ownBlocks = { MINTDESK_TEST_BLOCKS: 'manual' }
