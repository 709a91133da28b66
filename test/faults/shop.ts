import { createHash } from 'node:crypto'
import { getAddress, type Hex } from 'viem'
import { addChange } from '../../src/core/store/collections/changes.ts'
import { addCollection, collectionByPk } from '../../src/core/store/collections/collections.ts'
import { settledOf } from '../../src/core/store/collections/settings.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { type OpenEngine, recipientOf, until } from '../minting/open-engine.ts'

/** Wei for one token. */
export const shopPrice = 10n ** 16n

/** A collection that may hold so many, with a hundred of them for sale; on the chain, with its base URI. Blocks must be made meanwhile. */
export async function openShop(engine: OpenEngine, supplyLimit: number): Promise<{ pk: number; contract: Hex }> {
  const metadata = { name: 'Shop', description: '', imageUrl: '', symbol: 'SHOP' }
  const payments = { price: shopPrice.toString(), payee: getAddress(recipientOf(7_000_000)), setAside: 100 }
  const { pk } = await engine.db.transaction().execute((tx) =>
    addCollection(
      tx,
      engine.project.id,
      {
        ...{ id: 'shop', chain: 'polygon', contractKind: 'economy', fungibility: 'non-fungible', metadata },
        ...{ contractUri: '', reupload: false, initial: { supplyLimit, payments } },
      },
      'shop',
      Date.now(),
    ),
  )
  engine.engine.wake(pk)
  const { contract_address } = await until('the shop is there', async () => {
    const row = await collectionByPk(engine.db, pk)
    return row.state === 'deployed' && row
  })
  const contract = contract_address as Hex
  const change = { kind: 'set-base-uri', contract, uri: 'https://example.com' } as const
  await engine.db
    .transaction()
    .execute(async (tx) => addChange(tx, await collectionByPk(tx, pk), change, 'base', Date.now()))
  engine.engine.wake(pk)
  await until('it has its base URI', async () => settledOf(await collectionByPk(engine.db, pk)).baseUri !== null)
  return { pk, contract }
}

/** So many mints of the API's with metadata of their own; `recipient` of each, by its number from `from` on. */
export async function mintInShop(
  engine: OpenEngine,
  pk: number,
  from: number,
  count: number,
  recipient = (n: number) => recipientOf(9_000_000 + n),
): Promise<void> {
  const drafts = Array.from({ length: count }, (_, place) => {
    const n = from + place
    return {
      ...{ id: `of-shop-${n}`, recipient: `polygon:${recipient(n)}`, address: recipient(n), reupload: false },
      metadata: { uri: `https://example.com/${n}.json` },
      contentHash: createHash('sha256').update(`of shop ${n}`).digest(),
    }
  })
  await engine.db
    .transaction()
    .execute(async (tx) => enqueueMints(tx, await collectionByPk(tx, pk), drafts, { now: Date.now() }))
  engine.engine.wake(pk)
}
