import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenEngine } from '../minting/open-engine.ts'
import { solanaRecipientOf } from '../minting/open-engine.ts'
import { temporaryFolder } from '../minting/simulated-world.ts'
import { ended, newTape, nodeFor, onChain, openSolana } from './world.ts'

const count = 8
let world: OpenEngine

beforeAll(async () => {
  await newTape('mint')
  world = await openSolana(await temporaryFolder(), nodeFor('mint'))
  await world.addRun(count)
  await ended(world, 100_000)
}, 110_000)
afterAll(() => world.close())

describe('a run of compressed NFTs', () => {
  it('gives each recipient one, under the address that the chain told', async () => {
    const mints = await ended(world)
    const held = await onChain(world)
    expect(mints.map(({ error_message }) => error_message)).toEqual(Array(count).fill(null))
    expect(held.map(({ owner }) => owner)).toEqual(Array.from({ length: count }, (_, n) => solanaRecipientOf(n)))
    expect(mints.map(({ token_address }) => token_address)).toEqual(held.map(({ address }) => address))
  })

  it('puts three into a transaction, for 5,000 lamports', async () => {
    const sent = await world.db.selectFrom('transactions').selectAll().where('purpose', '=', 'mint').execute()
    expect(sent.map(({ fee, state }) => [fee, state])).toEqual(Array(Math.ceil(count / 3)).fill(['5000', 'succeeded']))
  })

  it('makes the smallest tree that holds them, once, and knows what its root is made of', async () => {
    const trees = await world.db.selectFrom('trees').selectAll().execute()
    expect(trees).toMatchObject([{ depth: 5, capacity: 32, state: 'made' }])
    const leaves = await world.db.selectFrom('leaves').selectAll().orderBy('place').execute()
    expect(leaves.map(({ place }) => place)).toEqual(Array.from({ length: count }, (_, place) => place))
  })

  it('is not minted again when everything is opened anew', async () => {
    const { minted } = (await world.chains.client('practice', 'solana')).trees ?? {}
    const [tree] = await world.db.selectFrom('trees').select('address').execute()
    world.engine.networkRestarted('practice:solana')
    expect(await minted?.([tree?.address ?? ''])).toEqual([count])
  })
})
