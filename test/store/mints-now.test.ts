import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CollectionRow } from '../../src/core/store/collections/collections.ts'
import { enterKnown } from '../../src/core/store/collections/known-mints.ts'
import { mintsByPk, nftsByTokens } from '../../src/core/store/collections/nfts.ts'
import { tokensWithoutMint } from '../../src/core/store/collections/recovery.ts'
import { tokensTaken } from '../../src/core/store/collections/supply.ts'
import { unrecognisedTokens } from '../../src/core/store/collections/unrecognised-mints.ts'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { mintsWithIds } from '../../src/core/store/journal/runs/runs.ts'
import {
  dissolveBatches,
  enterMinted,
  pendingMints,
  settleAlreadyMinted,
} from '../../src/core/store/journal/settle-batches.ts'
import { addWebhook } from '../../src/core/store/outbox/webhooks.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { enterMints, mintBatch } from './minted-batch.ts'
import { openInOwnFolder } from './own-folder.ts'

let store: OpenStore & { collection: CollectionRow }
let collection: CollectionRow
beforeEach(async () => {
  store = await openInOwnFolder()
  collection = store.collection
})
afterEach(() => store.close())

/** Tokens 1 to 3 by a batch, 4 and 5 by one whose mints say so themselves, as copies do, 9 found on the chain; a mint that waits. */
async function minted(): Promise<{ pks: number[]; batches: number[] }> {
  const { db } = store
  const { pk } = collection
  const pks = await enterMints(db, collection, 'm', 7)
  const batches = [await mintBatch(db, pk, pks.slice(0, 3), 1), await mintBatch(db, pk, pks.slice(3, 5), 4)]
  await sql`update mints set state = 'succeeded', token_id = 4 + members.place, completed_at = 2 from members
            where members.mint_pk = mints.pk and members.batch_pk = ${batches[1] ?? 0}`.execute(db)
  await enterMinted(db, [{ pk: pks[5] ?? 0, tokenId: 9, txHash: 't' }], 2)
  return { pks, batches }
}

const shown = () => mintsNow(store.db).select(['id', 'state', 'token_id', 'completed_at']).orderBy('pk').execute()
const expected = [
  ...[1, 2, 3, 4, 5, 9].map((token, at) => ({ id: `m${at}`, state: 'succeeded', token_id: token, completed_at: 2 })),
  { id: 'm6', state: 'queued', token_id: null, completed_at: null },
]

describe('a mint whose batch was minted', () => {
  it('reads the same whether its own row says so or its batch alone', async () => {
    const { pks } = await minted()
    expect(await shown()).toEqual(expected)
    const rows = await mintsByPk(store.db, pks)
    expect(rows).toMatchObject(expected)
    const held = await mintsWithIds(store.db, collection.pk, ['m0', 'm3', 'm6'])
    expect([...held.values()].map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'queued'])
  })

  it('is found by its token, and no other is', async () => {
    await minted()
    const found = async (tokens: number[]) =>
      (await nftsByTokens(store.db, collection.pk, tokens)).map(({ id, token_id }) => [id, token_id]).toSorted()
    expect(await found([0, 1, 3, 4, 5, 6, 8, 9, 10])).toEqual([
      ...[
        ['m0', 1],
        ['m2', 3],
      ],
      ...[
        ['m3', 4],
        ['m4', 5],
        ['m5', 9],
      ],
    ])
  })

  it('bears what is read back from the chain under its token', async () => {
    await minted()
    const known = [2, 5, 6, 9].map((tokenId) => ({ tag: `tag ${tokenId}`, tokenId, txHash: 't' }))
    await enterKnown(store.db, collection.pk, known)
    expect([...(await tokensWithoutMint(store.db, collection.pk)).keys()]).toEqual([6])
    expect(await unrecognisedTokens(store.db, collection.pk)).toBe(1)
    expect(await tokensTaken(store.db, collection.pk)).toBe(7 + 1)
  })

  it('is not taken to bear anything where no batch was minted: what is read back is of nobody here', async () => {
    await enterKnown(store.db, collection.pk, [{ tag: 'tag', tokenId: 1, txHash: 't' }])
    expect([...(await tokensWithoutMint(store.db, collection.pk)).keys()]).toEqual([1])
    expect(await unrecognisedTokens(store.db, collection.pk)).toBe(1)
    expect(await tokensTaken(store.db, collection.pk)).toBe(1)
  })

  it('is over: nothing lets it wait again, finds it again or compares it with the chain', async () => {
    const { db } = store
    const { pks, batches } = await minted()
    for (const batchPk of batches) await settleAlreadyMinted(db, { batchPk, minted: [], transaction: null }, 3)
    await enterMinted(
      db,
      pks.slice(0, 5).map((pk) => ({ pk, tokenId: 77, txHash: 'other' })),
      3,
    )
    await dissolveBatches(db, collection.pk, 3)
    expect(await shown()).toEqual(expected)
    expect((await pendingMints(db, collection.pk, 0, 99)).map(({ id }) => id)).toEqual(['m6'])
  })

  it('is told to webhooks once', async () => {
    const { db } = store
    await addWebhook(db, {
      ...{ id: 'w', projectId: collection.project_id, url: 'https://example.com', events: [], secret: 's' },
      ...{ allowPrivate: false, createdAt: 1, failingSince: null, disabledAt: null },
    })
    const pks = await enterMints(db, collection, 'm', 3)
    await mintBatch(db, collection.pk, pks, 1)
    const told = await db.selectFrom('ended_actions').select(['mint_pk', 'status', 'completed_at']).execute()
    expect(told).toEqual(pks.map((pk) => ({ mint_pk: pk, status: 'succeeded', completed_at: 2 })))
  })
})
