/** What a wallet did beside this database is looked for before its transfers are signed, by an RPC behind which many nodes stand. */
import { expect, it } from 'vitest'
import { transferByPk } from '../../../src/core/store/journal/transfers/transfers.ts'
import { handOver, signedFor } from './handed-over.ts'
import { openPlanners } from './planner.ts'

const person = { kind: 'userId', user: 'ada' } as const

it.each([
  ['as it is', 0],
  ['as an older block had it, where it is asked again', 1],
])('with the count %s, a transfer that a newer copy may have made is not signed', async (_, lag) => {
  let asked = 0
  const world = await openPlanners((truth) => ({
    ...truth,
    sequence: async (address) => (await truth.sequence(address)) - (asked++ > 0 ? lag : 0),
  }))
  const wallet = world.wallet(person)
  const { chain } = world
  chain.setBalance(wallet.signer, 10n ** 18n)
  const of = await handOver(world, 'given', { count: 1, by: person })
  chain.spendExternally(wallet.signer, 0, { max: 100n, priority: 1n })
  chain.mine(4)
  await wallet.round()
  expect(await signedFor(world, of)).toEqual([])
  expect(await transferByPk(world.db, 1)).toMatchObject({
    ...{ status: 'failed', error_code: 'transfer.unknown' },
    error_message: expect.stringMatching(/if the NFT is still there, transfer it by itself \(API, /),
  })
  await world.close()
})
