/** Worlds whose chain is reached by a list of RPCs, for tests in which one of them lies or is silent. */
import { afterEach } from 'vitest'
import { mintsNow } from '../../../src/core/store/journal/mints-now.ts'
import { heldWorld } from '../simulated/held-world.ts'
import { simulatedRpcs } from '../simulated/rpcs.ts'
import type { SimulatedWorld } from '../simulated/world.ts'

/** Opens worlds for the tests of a file, and closes each after its test. */
export function lyingWorlds() {
  let close = async (): Promise<void> => {}
  afterEach(() => close())

  /** A world in which nothing was minted yet. */
  async function openedNew(...names: string[]) {
    const list = simulatedRpcs(...names)
    const time = { now: 1_000_000 }
    const held = await heldWorld({ through: list.through, clock: () => time.now })
    close = held.close
    return { ...list, world: held.world, time }
  }

  /** One in which a collection is on chain, with the mint `warm`. */
  async function opened(...names: string[]) {
    const list = await openedNew(...names)
    await list.world.addMints(['warm'])
    await list.world.settle()
    list.told.length = 0
    return list
  }
  return { openedNew, opened }
}

export const stateOf = async (world: SimulatedWorld, id: string) =>
  (await mintsNow(world.db).select('state').where('id', '=', id).executeTakeFirst())?.state

/** Of the transactions of batches. */
export const sequencesOf = async (world: SimulatedWorld) =>
  await world.db.selectFrom('transactions').select(['sequence', 'state']).where('batch_pk', 'is not', null).execute()
