import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CollectionRow } from '../../src/core/store/collections/collections.ts'
import { wipeNetwork } from '../../src/core/store/installation/practice-reset.ts'
import { walletList } from '../../src/core/store/installation/wallet-list.ts'
import { addWallets, walletsOf } from '../../src/core/store/installation/wallets.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { restate } from '../../src/core/store/journal/reverted.ts'
import { enterMinted } from '../../src/core/store/journal/settle-batches.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { expectCounted } from './counted-wallets.ts'
import { mintBatch } from './minted-batch.ts'
import { openInOwnFolder } from './own-folder.ts'

let store: OpenStore & { collection: CollectionRow }
beforeEach(async () => {
  store = await openInOwnFolder()
})
afterEach(() => store.close())

const ada = 'email:ada@example.com:polygon'
/** A user id with colons, one of which could be taken for a chain's. */
const seven = 'userId:7:base:x:polygon'
const walletOfAda = { kind: 'email', user: 'ada@example.com', chain: 'polygon', address: '0xada' } as const

/** Enters a mint for each of these; their keys. */
async function enter(recipients: readonly string[]): Promise<number[]> {
  const { db, collection } = store
  const drafts = recipients.map((recipient, at) => ({
    ...{ id: `m${at}`, recipient, address: null, metadata: null, reupload: false, contentHash: Buffer.from(`${at}`) },
  }))
  await db.transaction().execute((trx) => enqueueMints(trx, collection, drafts, { now: 1 }))
  return (await db.selectFrom('mints').select('pk').orderBy('pk').execute()).map(({ pk }) => pk)
}

const why = { code: 'c', message: 'm' }
const counted = () => expectCounted(store.db)

it('a batch counts for each user as often as it is for them, and no more once a reorganisation took it out', async () => {
  const { db, collection } = store
  await addWallets(db, collection.project_id, [walletOfAda], 1)
  const pks = await enter([ada, seven, 'polygon:0x1', ada, ada])
  expect(await counted()).toEqual({})
  const batch = await mintBatch(db, collection.pk, pks.slice(0, 4), 1)
  expect(await counted()).toEqual({ [ada]: 2, [seven]: 1 })
  // As copies do, whose own rows say that they were minted.
  await sql`update mints set state = 'succeeded', token_id = 1 where pk = ${pks[0]}`.execute(db)
  expect(await counted()).toEqual({ [ada]: 2, [seven]: 1 })
  await enterMinted(db, [{ pk: pks[4] ?? 0, tokenId: 9, txHash: 't' }], 2)
  expect(await counted()).toEqual({ [ada]: 3, [seven]: 1 })
  await restate(db, collection.pk, new Map([[batch, 0]]), { reverted: why, changed: why }, 3)
  expect(await counted()).toEqual({})
})

it('an NFT that the chain gave to somebody else is counted for nobody who did not get it', async () => {
  const [pk = 0] = await enter([ada])
  await enterMinted(store.db, [{ pk, tokenId: 9, txHash: 't', recipient: '0x2', asked: '0xada' }], 2)
  expect(await counted()).toEqual({})
})

it('a wallet that nobody asked for is in no list, and has its count when it gets its address', async () => {
  const { db, collection } = store
  const { project_id: project } = collection
  const [pk = 0] = await enter([ada])
  await enterMinted(db, [{ pk, tokenId: 9, txHash: 't' }], 2)
  expect(await counted()).toEqual({ [ada]: 1 })
  const asked = { order: { by: 'nfts', descending: true }, prefix: '', after: null, limit: 9 } as const
  expect((await walletList(db, project, asked)).rows).toEqual([])
  expect(await walletsOf(db, project, walletOfAda)).toEqual([])
  await addWallets(db, project, [walletOfAda], 5)
  await addWallets(db, project, [{ ...walletOfAda, address: '0xother' }], 6)
  expect((await walletList(db, project, asked)).rows).toEqual([{ ...walletOfAda, createdAt: 5, nfts: 1 }])
})

it('a practice network that is reset leaves its users with nothing', async () => {
  const { db, collection } = store
  await addWallets(db, collection.project_id, [walletOfAda], 1)
  const pks = await enter([ada, ada, seven])
  await mintBatch(db, collection.pk, pks.slice(0, 1), 1)
  await enterMinted(db, [{ pk: pks[1] ?? 0, tokenId: 9, txHash: 't' }], 2)
  expect(await counted()).toEqual({ [ada]: 2 })
  await wipeNetwork(db, 'polygon', 3)
  expect(await counted()).toEqual({})
})
