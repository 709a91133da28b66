import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ChainClient, Chains } from '../../../src/core/chains/family/family.ts'
import { addUpdate } from '../simulated/actions.ts'
import { heldWorld } from '../simulated/held-world.ts'
import type { SimulatedWorld } from '../simulated/world.ts'

/** Each update is overtaken by a change of its NFT's tree. */
const overtaken = (chains: Chains): Chains => ({
  ...chains,
  async client(...of) {
    const client = await chains.client(...of)
    const late: ChainClient = {
      ...client,
      observe: (read) => read(late),
      outcome: async (work, receipt) =>
        work.kind === 'update'
          ? { kind: 'failed', code: 'token.stale', message: 'The tree was changed: it is read again.' }
          : client.outcome(work, receipt),
    }
    return late
  },
})

let world: SimulatedWorld
let close: () => Promise<void>
beforeEach(async () => {
  ;({ world, close } = await heldWorld({ through: overtaken }))
})
afterEach(() => close())

it('an action whose tree is changed again and again ends, and says what to do', async () => {
  await world.addMints(['a1'])
  await world.settle()
  await addUpdate(world, 'a1', 'new')
  for (let made = 0; made < 60; made++) {
    world.chain.mine()
    await world.round()
  }
  const [update] = await world.db.selectFrom('actions').selectAll().where('kind', '=', 'nfts.update').execute()
  expect(update).toMatchObject({
    ...{ status: 'failed', error_code: 'token.stale' },
    error_message: 'The tree of the NFT was changed again and again meanwhile: ask for it again.',
  })
})
