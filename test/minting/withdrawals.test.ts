import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ChainClient, Chains } from '../../src/core/chains/family/family.ts'
import { setCaps } from '../../src/core/store/journal/spending.ts'
import {
  addWithdrawal,
  endWithdrawal,
  findWithdrawal,
  listWithdrawals,
} from '../../src/core/store/journal/withdrawals.ts'
import { openWorld, recipient, type SimulatedWorld, temporaryFolder } from './simulated/world.ts'

const to = recipient('a wallet of mine')
const plenty = 10n ** 18n

let dir: string
let world: SimulatedWorld
let projectId: string
/** Transactions that the account's count lacks where it is asked for again at the same block: many nodes may stand behind an RPC. */
let lag = 0

/** See `lag`. */
function behindOneAddress(chains: Chains): Chains {
  let asked = ''
  const client = async (): Promise<ChainClient> => {
    const truth = await chains.client('practice', 'polygon')
    const lagging: ChainClient = {
      ...truth,
      observe: (read) => {
        asked = ''
        return read(lagging)
      },
      async sequence(address) {
        const count = await truth.sequence(address)
        const again = asked === address
        asked = address
        return again ? count - lag : count
      },
    }
    return lagging
  }
  return { ...chains, client, reader: client }
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  dir = await temporaryFolder()
  lag = 0
  world = await openWorld(dir, { through: behindOneAddress })
  projectId = (await world.db.selectFrom('projects').select('id').executeTakeFirstOrThrow()).id
})
afterEach(async () => {
  await world.close()
  vi.useRealTimers()
  await rm(dir, { recursive: true, force: true })
})

/** A person asks for a withdrawal; null: all. */
async function withdraw(amount: bigint | null, id = `${amount}`): Promise<void> {
  await world.during(async () => {
    await addWithdrawal(
      world.db,
      {
        ...{ project_id: projectId, id, chain: 'polygon', network: 'practice:polygon', signer: world.treasury },
        ...{ recipient: to, amount: amount?.toString() ?? null, since: world.chain.count(world.treasury) },
      },
      1,
    )
    world.wakeChain()
  })
}

async function rounds(count = 8): Promise<void> {
  for (let made = 0; made < count; made++) {
    await world.round()
    world.chain.mine()
  }
}

const ends = async () =>
  (await listWithdrawals(world.db, projectId, 10)).map(({ status, error_code }) => error_code ?? status)

const named = ['before commit', 'after commit', 'before send', 'after send', 'before settle', 'after settle']

for (const point of named)
  it(`is sent once when the process dies ${point}`, async () => {
    await world.addMints(['warm'])
    await world.settle()
    world.points.length = 0
    world.dieAtPoint(point)
    await withdraw(1_000n)
    await rounds()
    expect(world.chain.balance(to)).toBe(1_000n)
    expect(await ends()).toEqual(['succeeded'])
    expect([world.leaked, world.points]).toEqual([[], expect.arrayContaining([point])])
  })

it('is sent once when answers are lost, the fee rises, and the chain takes it back', async () => {
  world.chain.world.sendFaults.push('answer-lost', 'not-heard')
  await withdraw(1_000n)
  world.chain.world.baseFee = 100n
  await rounds(30)
  world.chain.world.baseFee = 10n
  await rounds(4)
  world.chain.reorganise(2, { drop: true, includes: false })
  await rounds(20)
  expect(world.chain.balance(to)).toBe(1_000n)
  expect(await ends()).toEqual(['succeeded'])
})

it('of all leaves what the fee may rise to, and the run beside it goes on when there is coin again', async () => {
  await world.addRun('first', 6)
  await withdraw(null)
  await rounds(10)
  expect(await ends()).toEqual(['succeeded'])
  expect(world.chain.balance(to)).toBeGreaterThan((plenty * 99n) / 100n)
  world.chain.setBalance(world.treasury, plenty)
  await world.settle()
  expect((await world.run('first'))?.state).toBe('finished')
})

it('of more than there is sends nothing, and says so', async () => {
  await withdraw(plenty)
  await rounds()
  expect([world.chain.balance(to), await ends()]).toEqual([0n, ['withdrawal.short']])
})

it('is no spending: a cap neither holds it up nor counts it', async () => {
  await setCaps(world.db, { projectId, chain: 'polygon' }, { run: 1n, day: 1n, project: 1n })
  await withdraw(1_000n)
  await rounds()
  expect([world.chain.balance(to), await ends()]).toEqual([1_000n, ['succeeded']])
  expect(await world.db.selectFrom('spent').selectAll().execute()).toEqual([])
})

it('is asked for once by its id, which names no other one, and one at a time', async () => {
  const facts = {
    ...{ project_id: projectId, chain: 'polygon', network: 'practice:polygon', signer: world.treasury },
    ...{ recipient: to, amount: '1', since: 0 },
  }
  const kinds = await Promise.all(
    ['a', 'a', 'b'].map(async (id) => (await addWithdrawal(world.db, { ...facts, id }, 1)).kind),
  )
  expect(kinds).toEqual(['added', 'there', 'busy'])
  const others = [
    { recipient: recipient('another wallet') },
    { amount: '2' },
    { amount: null },
    { chain: 'base', network: 'practice:base' },
    { project_id: 'another' },
  ]
  for (const other of others)
    expect((await addWithdrawal(world.db, { ...facts, id: 'a', ...other }, 1)).kind, JSON.stringify(other)).toBe(
      'other',
    )
  expect(await listWithdrawals(world.db, projectId, 10)).toMatchObject([{ id: 'a', recipient: to, amount: '1' }])
})

it.each([
  ['as it is', 0],
  ['as an older block had it, from the second question of a round on', 1],
])('that an older copy of the database holds is not sent again, where an RPC tells the count %s', async (_, behind) => {
  await world.addMints(['warm'])
  await world.settle()
  // The copy is kept with the withdrawal waiting.
  world.chain.setBalance(world.treasury, 0n)
  const { db, treasury: signer } = world
  await addWithdrawal(
    db,
    {
      ...{ project_id: projectId, id: 'w', chain: 'polygon', network: 'practice:polygon', signer },
      ...{ recipient: to, amount: '1000', since: world.chain.count(signer) },
    },
    1,
  )
  await world.keepCopy()
  world.chain.setBalance(world.treasury, plenty)
  await rounds()
  expect(world.chain.balance(to)).toBe(1_000n)
  lag = behind
  await world.restoreCopy()
  await rounds(12)
  expect([world.chain.balance(to), await ends()]).toEqual([1_000n, ['withdrawal.unknown']])
})

it('that waits can be seen and given up however many came after it, and the same again is answered', async () => {
  const facts = { project_id: projectId, signer: world.treasury, recipient: to, amount: '1', since: 0 }
  const add = (id: string, network: string) =>
    addWithdrawal(world.db, { ...facts, id, chain: network, network: `practice:${network}` }, 1)
  const { row: ended } = await add('ended', 'base')
  await endWithdrawal(world.db, ended.pk, null, 1)
  // Its network does not answer.
  await add('waits', 'optimism')
  for (let later = 0; later < 4; later++)
    await endWithdrawal(world.db, (await add(`later ${later}`, 'base')).row.pk, null, 1)
  const listed = (await listWithdrawals(world.db, projectId, 3)).map(({ id }) => id)
  expect(listed).toEqual(['later 3', 'later 2', 'waits'])
  for (const id of ['ended', 'waits']) expect(await findWithdrawal(world.db, projectId, id)).toMatchObject({ id })
  expect(await findWithdrawal(world.db, 'another', 'waits')).toBeUndefined()
})
