import { rm } from 'node:fs/promises'
import { vi } from 'vitest'
import { openWorld, type SimulatedWorld, type SimulatedWorldOptions, temporaryFolder } from './world.ts'

/** A world for one test, whose engine takes the rounds it is woken for and no others: `setTimeout` is held until `close`. */
export async function heldWorld(
  options: SimulatedWorldOptions = {},
): Promise<{ dir: string; world: SimulatedWorld; close(): Promise<void> }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const dir = await temporaryFolder()
  const world = await openWorld(dir, options)
  const close = async (): Promise<void> => {
    await world.close()
    vi.useRealTimers()
    await rm(dir, { recursive: true, force: true })
  }
  return { dir, world, close }
}
