import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeStep } from '../../src/core/journal/rounds.ts'
import { settledOf } from '../../src/core/store/collection-settings.ts'
import { collectionByPk } from '../../src/core/store/collections.ts'
import { endedActions } from '../../src/core/store/webhook-deliveries.ts'
import { addWebhook } from '../../src/core/store/webhooks.ts'
import { heldWorld } from './held-world.ts'
import { addRoyalty, addUpdate } from './simulated-actions.ts'
import { expectTruth } from './simulated-truth.ts'
import type { SimulatedWorld } from './simulated-world.ts'

let world: SimulatedWorld
let close: () => Promise<void>

beforeEach(async () => {
  ;({ world, close } = await heldWorld())
  await world.addMints(['warm'])
  await settled()
})
afterEach(() => close())

/** Until nothing waits, and all of it has its confirmations. */
async function settled(): Promise<void> {
  await world.round()
  await world.settle()
  world.chain.mine(3)
  await world.round()
}

async function update(uri: string): Promise<void> {
  await addUpdate(world, 'warm', uri)
  await settled()
}

/** The network falls back to so many transactions of the treasury, and something else takes sequences before they are there again. */
function fallBackTo(count: number, outside = 0): void {
  const { chain, treasury } = world
  while (chain.count(treasury) > count) chain.fallBack(1)
  for (let used = 0; used < outside; used++) {
    chain.spendOutside(treasury, chain.count(treasury))
    chain.mine()
  }
}

async function restarted(): Promise<void> {
  await world.networkRestarted()
  for (let block = 0; block < 6; block++) {
    world.chain.mine()
    await world.round()
  }
}

/** By the id of each change: its state, or why it failed. */
async function changes(): Promise<Record<string, string>> {
  const rows = await world.db
    .selectFrom('actions')
    .select(['id', 'status', 'error_code'])
    .where('kind', '<>', 'collections.create')
    .orderBy('pk')
    .execute()
  return Object.fromEntries(rows.map(({ id, status, error_code }) => [id, error_code ?? status]))
}

/** What the journal says of where its changes are: hashes of blocks; and what the chain says. */
async function places(): Promise<{ journal: (string | null)[]; chain: (string | undefined)[] }> {
  const rows = await world.db
    .selectFrom('transactions')
    .select(['block_hash', 'tx_hash'])
    .where('state', '=', 'succeeded')
    .where('purpose', '=', 'update')
    .orderBy('sequence')
    .execute()
  return {
    journal: rows.map(({ block_hash }) => block_hash),
    chain: rows.map(({ tx_hash }) => world.chain.receipt(tx_hash ?? '')?.blockHash),
  }
}

const uris = () => world.chain.updates().map(({ uri }) => uri)

it('changes that a network which fell back takes again are as they were, and the journal says where they are now', async () => {
  const before = world.chain.count(world.treasury)
  await update('one')
  await update('two')
  fallBackTo(before)
  await restarted()
  expect(uris()).toEqual(['one', 'two'])
  expect(await changes()).toEqual({ 'update one': 'succeeded', 'update two': 'succeeded' })
  const { journal, chain } = await places()
  expect(journal).toEqual(chain)
})

it('a change that does not come back has failed and says how to ask for it again; what came after it stands, and nothing stops', async () => {
  const { chain, treasury, db } = world
  const before = chain.count(treasury)
  await update('lost')
  await update('kept')
  const { project_id: projectId } = await collectionByPk(db, world.collectionPk)
  const never = { failingSince: null, disabledAt: null }
  const hook = { id: 'hook', projectId, url: 'https://example.com', events: [], secret: '', allowPrivate: false }
  await addWebhook(db, { ...hook, ...never, createdAt: 0 })
  fallBackTo(before, 1)
  await restarted()
  expect(await changes()).toEqual({ 'update lost': 'chain.lost', 'update kept': 'succeeded' })
  expect(await endedActions(db, 10), 'what webhooks are told').toMatchObject([
    { status: 'failed', error_code: 'chain.lost' },
  ])
  const { error_message: message } = await world.db
    .selectFrom('actions')
    .select('error_message')
    .where('error_code', '=', 'chain.lost')
    .executeTakeFirstOrThrow()
  expect(message).toMatch(/^Polygon fell back to before this was done, .* Ask for it again/)
  expect(uris()).toEqual(['kept'])
  await update('again')
  expect(uris()).toEqual(['kept', 'again'])
  await world.addMints(['a1'])
  await settled()
  expect((await world.states()).halted).toEqual([])
  await expectTruth(world, ['warm', 'a1'])
})

it('also where so much else was done meanwhile that no sequence is missing, at the next start', async () => {
  const before = world.chain.count(world.treasury)
  await update('one')
  await update('two')
  fallBackTo(before, 3)
  world.chain.mine(4)
  await world.restart()
  await restarted()
  expect(await changes()).toEqual({ 'update one': 'chain.lost', 'update two': 'chain.lost' })
  await update('three')
  expect(uris()).toEqual(['three'])
})

it('settings of a collection are what its contract says again', async () => {
  const before = world.chain.count(world.treasury)
  await addRoyalty(world, 500)
  await settled()
  const royaltyOf = async () => settledOf(await collectionByPk(world.db, world.collectionPk)).royalty
  expect(await royaltyOf()).toMatchObject({ basisPoints: 500 })
  fallBackTo(before, 1)
  world.chain.mine(4)
  await restarted()
  expect(await changes()).toEqual({ 'royalty 500': 'chain.lost' })
  expect(await royaltyOf()).toBeNull()
})

describe('where something else takes the place of a mint', () => {
  /** Two NFTs, each changed, and the network falls back to before both. */
  beforeEach(async () => {
    const before = world.chain.count(world.treasury)
    await world.addMints(['a1'])
    await settled()
    await addUpdate(world, 'a1', 'of a1')
    await settled()
    await world.addMints(['b2'])
    await settled()
    await addUpdate(world, 'b2', 'of b2')
    await update('of warm')
    fallBackTo(before, 1)
    await restarted()
  })

  it('what was done to its NFTs is not done to those that have their numbers now, and says so', async () => {
    expect(uris()).toEqual(['of warm'])
    expect(await changes()).toEqual({
      'update of a1': 'chain.lost',
      'update of b2': 'chain.lost',
      'update of warm': 'succeeded',
    })
    expect((await world.states()).halted).toHaveLength(1)
  })

  it('what waits for its NFTs meanwhile fails when a person says to go on, and is asked for again', async () => {
    await addUpdate(world, 'a1', 'anew')
    await world.resumeCollection()
    await settled()
    expect((await world.states()).halted).toEqual([])
    expect(await changes()).toMatchObject({ 'update anew': 'chain.lost' })
    await addUpdate(world, 'b2', 'of b2 again')
    await settled()
    expect(world.chain.updates().map(({ tokenId, uri }) => [tokenId, uri])).toEqual([
      [1, 'of warm'],
      [2, 'of b2 again'],
    ])
    await expectTruth(world, ['warm', 'a1', 'b2'])
  })

  it('none of it goes out again when the network falls back once more', async () => {
    await world.resumeCollection()
    await settled()
    fallBackTo(world.chain.count(world.treasury) - 3)
    await restarted()
    expect(uris()).toEqual(['of warm'])
    await expectTruth(world, ['warm', 'a1', 'b2'])
  })
})

it('is told the same whenever the process dies meanwhile', async () => {
  for (const point of ['before undone', 'after undone']) {
    const uri = `lost ${point}`
    const before = world.chain.count(world.treasury)
    await update(uri)
    fallBackTo(before, 1)
    world.chain.mine(4)
    const times = world.points.filter((name) => name === point).length
    world.dieAtPoint(point)
    await restarted()
    expect(world.points.filter((name) => name === point).length).toBeGreaterThan(times)
    expect((await changes())[`update ${uri}`]).toBe('chain.lost')
  }
})

it('a node that has forgotten old blocks and receipts is no network that fell back', async () => {
  await update('one')
  await update('two')
  world.chain.world.keepsFrom = world.chain.head().number
  await world.restart()
  await restarted()
  expect(await changes()).toEqual({ 'update one': 'succeeded', 'update two': 'succeeded' })
  await world.addMints(['a1'])
  await settled()
  await expect(world.states()).resolves.toMatchObject({ halted: [] })
})

describe('a change that was settled in block 7, its sequence being used with all confirmations', () => {
  const made = { number: 7, hash: 'seven' }
  const chain = { head: 20, confirmed: 18 }
  const cases: [string, string | undefined, number | null, number, string][] = [
    ['its block is where it was', 'seven', null, 20, 'stands'],
    ['another block is there, and it is in a later one', 'other', 9, 20, 'again'],
    ['another block is there, and its own has not all confirmations', 'other', 19, 20, 'unsettled'],
    ['another block is there, and it is nowhere', 'other', null, 20, 'lost'],
    ['the chain is not so high, and it is nowhere', undefined, null, 6, 'lost'],
    ['the node has forgotten that block', undefined, null, 20, 'untold'],
    ['the node has forgotten that block, and knows where it is', undefined, 9, 20, 'again'],
  ]
  it.each(cases)('%s: %s, %s, head %i: %s', (_what, block, included, head, step) => {
    expect(changeStep({ ...chain, head, made, block, included })).toBe(step)
  })
})
