import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addMessages, endedActions } from '../../src/core/store/outbox/webhook-deliveries.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { openFreshStore } from './fresh-store.ts'

it('what ends while messages are made of others waits for its own, whatever its number', async () => {
  const { db, close } = await openFreshStore(join(await temporaryFolder(), 'mintdesk.db'))
  const end = (seq: number) =>
    db.insertInto('ended_actions').values({ seq, mint_pk: seq, status: 'succeeded' }).execute()
  const left = async () => (await endedActions(db, 100)).map(({ seq }) => seq)
  for (const seq of [2, 5, 7]) await end(seq)
  const read = await endedActions(db, 2)
  for (const seq of [1, 4, 9]) await end(seq)
  const message = { id: 'one', type: 'nfts.create.succeeded', body: '{}', webhookIds: [] }
  const seqs = read.map(({ seq }) => seq)
  await addMessages(db, [message], seqs, 1)
  expect(await left()).toEqual([1, 4, 7, 9])
  // A message that cannot be kept leaves what it was made of.
  await expect(addMessages(db, [message], [7], 1)).rejects.toThrow('UNIQUE')
  expect(await left()).toEqual([1, 4, 7, 9])
  await close()
})
