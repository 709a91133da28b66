import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { countedChains } from '../simulated/counted-client.ts'
import { expectTruth } from '../simulated/truth.ts'
import { openWorld, type SimulatedWorld, temporaryFolder } from '../simulated/world.ts'

let world: SimulatedWorld
/** What a node keeps of old transactions. */
let history: 'kept' | 'forgotten'
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  history = 'kept'
  world = await openWorld(await temporaryFolder(), {
    confirmations: 1,
    chainsOf: (chain) => countedChains(chain, () => history),
  })
})
afterEach(async () => {
  await world.close()
  vi.useRealTimers()
})

const ids = ['a1', 'b2', 'c3', 'd4']
const known = () => world.db.selectFrom('known_mints').select(['tag', 'token_id']).execute()
const addresses = () => world.db.selectFrom('mints').select(['id', 'token_address']).orderBy('id').execute()

describe('an older copy of the database, where a collection only counts its tokens', () => {
  it('finds the mints that wait among the tokens on chain, each with its address', async () => {
    await world.addMints(['z0'])
    await world.settle()
    await world.keepCopy()
    await world.addMints(ids)
    await world.settle()
    const before = await addresses()
    await world.restoreCopy()
    await world.addMints(ids)
    await world.settle()
    expect(world.chain.tokens()).toHaveLength(5)
    expect(await addresses()).toEqual(before)
    await expectTruth(world, ['z0', ...ids])
  })

  it('finds them too when they are asked for after the chain was read', async () => {
    await world.addMints(['z0'])
    await world.settle()
    await world.keepCopy()
    await world.addMints(ids)
    await world.settle()
    const before = await addresses()
    await world.restoreCopy()
    await world.addMints(['y9'])
    await world.settle()
    expect(await known()).toHaveLength(4)
    await world.addMints(ids)
    await world.settle()
    expect(world.chain.tokens()).toHaveLength(6)
    expect((await addresses()).filter(({ id }) => id !== 'y9')).toEqual(before)
    await expectTruth(world, ['z0', 'y9', ...ids])
  })

  /** Four tokens are on chain, read back, and known to nobody here. */
  async function forgetMints(): Promise<Awaited<ReturnType<typeof addresses>>> {
    await world.addMints(['z0'])
    await world.settle()
    await world.keepCopy()
    await world.addMints(ids)
    await world.settle()
    const before = await addresses()
    await world.restoreCopy()
    await world.addMints(['y9'])
    await world.settle()
    return before
  }

  it('does not mint them again while no node tells which of its tokens they are', async () => {
    const before = await forgetMints()
    history = 'forgotten'
    await world.addMints(ids)
    for (let round = 0; round < 5; round++) {
      await world.round()
      world.chain.mine()
    }
    expect(world.chain.tokens()).toHaveLength(6)
    expect(world.notice()).toMatch(/set one that keeps the whole history, and take out those that do not\./)
    history = 'kept'
    await world.settle()
    expect(world.chain.tokens()).toHaveLength(6)
    expect((await addresses()).filter(({ id }) => id !== 'y9')).toEqual(before)
    await expectTruth(world, ['z0', 'y9', ...ids])
  })

  it('gives a mint its token with its address, or not yet, wherever writing that down ends', async () => {
    const before = await forgetMints()
    await sql`create trigger full before update of token_address on mints begin select raise(abort, 'the disk is full'); end`.execute(
      world.db,
    )
    await world.addMints(ids)
    await world.round()
    await sql`drop trigger full`.execute(world.db)
    await world.restart()
    await world.settle()
    expect(world.chain.tokens()).toHaveLength(6)
    expect((await addresses()).filter(({ id }) => id !== 'y9')).toEqual(before)
    await expectTruth(world, ['z0', 'y9', ...ids])
  })

  it('pauses a run among tokens that it does not know, until a person decides', async () => {
    await world.keepCopy()
    await world.addMints(ids)
    await world.settle()
    await world.restoreCopy()
    await world.addRun('spring', 2)
    for (let round = 0; round < 8; round++) {
      await world.round()
      world.chain.mine()
    }
    expect(await world.run('spring')).toMatchObject({
      state: 'paused',
      notice: expect.stringContaining('holds 4 NFTs of this collection that this database does not know'),
    })
    expect(world.chain.tokens()).toHaveLength(4)
  })

  it('is stopped while the RPC lacks its tokens, and goes on as its sentence says', async () => {
    await world.addMints(['z0'])
    await world.settle()
    await world.keepCopy()
    await world.addMints(ids)
    await world.settle()
    await world.restoreCopy()
    history = 'forgotten'
    await world.addMints(ids)
    await world.round()
    expect((await world.states()).halted).toMatchObject([
      {
        halted: expect.stringMatching(
          /counts 5 NFTs.*history, take out those that do not, then go on with “mintdesk collections resume default-polygon”/,
        ),
      },
    ])
    await world.resumeCollection()
    await world.round()
    expect((await world.states()).halted).toHaveLength(1)
    history = 'kept'
    await world.resumeCollection()
    await world.settle()
    expect(world.chain.tokens()).toHaveLength(5)
    await expectTruth(world, ['z0', ...ids])
    expect(await world.db.selectFrom('collections').select('id').where('resumed', '=', 1).execute()).toEqual([])
  })

  it('is stopped when the chain counts fewer than it knows', async () => {
    await world.addMints(ids)
    await world.settle()
    const [contract] = world.chain.tokens()
    world.chain.contract(contract?.contract ?? '')?.owners.pop()
    await world.restart()
    await world.addMints(['e5'])
    await world.round()
    expect((await world.states()).halted).toMatchObject([
      { halted: expect.stringMatching(/counts 3 NFTs on practice:polygon, and this database 4/) },
    ])
  })
})
