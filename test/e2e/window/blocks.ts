import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
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
const networks = z.array(z.object({ chain: z.string(), state: z.string(), rpcUrl: z.string().nullable() }))

/** Makes blocks from now on, for a core that was started with `ownBlocks`. */
export function openBlocks(core: RunningCore): Blocks {
  let held = false
  let open = true
  let making: Promise<void> = Promise.resolve()
  const make = async (): Promise<void> => {
    const known = networks.parse(await (await core.call('GET', '/app/networks')).json())
    const polygon = known.find(({ chain, state }) => chain === 'polygon' && state === 'up')
    if (!polygon?.rpcUrl) return
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x1'] })
    await (
      await fetch(polygon.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    ).json()
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
