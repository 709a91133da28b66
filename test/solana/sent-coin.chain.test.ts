/** Anybody may send coin to the address of what is not made yet: it is made all the same. */

import { afterEach, expect, it } from 'vitest'
import { collectionByPk } from '../../src/core/store/collections/collections.ts'
import type { OpenEngine } from '../minting/open-engine.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { ended, newTape, nodeFor, openSolana } from './world.ts'

let world: OpenEngine | undefined
afterEach(() => world?.close())

/** Mints a leaf and an NFT that is an account. @returns the addresses of all that is made for it: collection, tree, and that account */
async function mintTwo(contractKind: 'certified' | 'core', before: (world: OpenEngine) => Promise<void>) {
  const opened = await openSolana(await temporaryFolder(), nodeFor(`sent-coin-${contractKind}`), { start: false })
  world = opened
  const { db, engine, collectionPk } = opened
  await db.updateTable('collections').set({ contract_kind: contractKind }).where('pk', '=', collectionPk).execute()
  await opened.addRun(2)
  await db.updateTable('mints').set({ compressed: 0 }).where('ordinal', '=', 1).execute()
  await before(opened)
  await engine.start()
  const mints = await ended(opened)
  expect(mints.map(({ error_message }) => error_message)).toEqual([null, null])
  const { contract_address: collection } = await collectionByPk(db, collectionPk)
  const tree = await db.selectFrom('trees').select('address').executeTakeFirstOrThrow()
  await opened.close()
  world = undefined
  return [collection, tree.address, mints[1]?.token_address].map(String)
}

it.each(['certified', 'core'] as const)(
  'coin at the addresses of a collection, a tree and an NFT keeps none of them from being made: %s',
  async (kind) => {
    await newTape(`sent-coin-${kind}`)
    const addresses = await mintTwo(kind, async () => undefined)
    const again = await mintTwo(kind, async ({ solana }) => {
      for (const address of addresses) await solana?.give(address, 1_000_000n)
    })
    expect(again).toEqual(addresses)
  },
)
