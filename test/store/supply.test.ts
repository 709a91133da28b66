import { expect, it } from 'vitest'
import { requireSupply } from '../../src/core/store/collections/supply.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { openWithCollection } from './fresh-store.ts'

it.each([
  ['economy', 'raise its limit, or mint fewer.'],
  ['digital-asset', 'mint fewer, and the rest into another collection.'],
])('a full collection of the kind %s names what helps there: %s', async (contract_kind, cure) => {
  const { db, collection, close } = await openWithCollection(await temporaryFolder())
  await db.updateTable('collections').set({ contract_kind, supply_limit: 1 }).where('pk', '=', collection.pk).execute()
  await expect(requireSupply(db, collection.pk, 2)).rejects.toMatchObject({
    ...{ code: 'supply.exceeded', message: expect.stringMatching(new RegExp(`only 1 more .*: ${cure}$`)) },
  })
  await close()
})
