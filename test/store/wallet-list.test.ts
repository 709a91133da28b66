import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CollectionRow } from '../../src/core/store/collections/collections.ts'
import { createProject } from '../../src/core/store/installation/projects.ts'
import {
  type WalletOrder,
  type WalletPlace,
  walletList,
  walletsAt,
} from '../../src/core/store/installation/wallet-list.ts'
import { addWallets, type WalletRecord } from '../../src/core/store/installation/wallets.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { openInOwnFolder } from './own-folder.ts'

let store: OpenStore & { collection: CollectionRow }
let project: string
beforeEach(async () => {
  store = await openInOwnFolder()
  project = store.collection.project_id
})
afterEach(() => store.close())

const wallet = (user: string, chain = 'polygon', kind: 'email' | 'userId' = 'userId'): WalletRecord => {
  return { kind, user, chain, address: `0x ${kind} ${user} ${chain}` }
}
const add = (wallets: readonly WalletRecord[], now: number) => addWallets(store.db, project, wallets, now)
const give = (user: string, nfts: number) =>
  store.db.updateTable('wallets').set({ nfts }).where('user', '=', user).execute()

/** All that a list names, two at a time. @param between what happens after each page */
async function walk(order: WalletOrder, prefix = '', between = async (_page: number) => {}): Promise<string[]> {
  const found: string[] = []
  let after: WalletPlace | null = null
  for (let page = 1; ; page++) {
    const { rows, next } = await walletList(store.db, project, { order, prefix, after, limit: 2 })
    found.push(...rows.map(({ user, chain, kind }) => `${user} ${chain} ${kind}`))
    if (next === null) return found
    after = next
    await between(page)
  }
}

/** Made at two times, with ties in everything but the whole of it. */
async function fill(): Promise<void> {
  await add([wallet('bea'), wallet('Ada'), wallet('Ada', 'base'), wallet('ada')], 10)
  await add([wallet('ada', 'polygon', 'email'), wallet('cid'), wallet('adam'), wallet('%_')], 20)
  await give('cid', 3)
  await give('bea', 1)
  await give('adam', 1)
}

const byName = [
  ...['%_ polygon userId', 'Ada base userId', 'Ada polygon userId', 'ada polygon email', 'ada polygon userId'],
  ...['adam polygon userId', 'bea polygon userId', 'cid polygon userId'],
]
const newest = [byName[0], byName[3], byName[5], byName[7], byName[1], byName[2], byName[4], byName[6]]
const most = [byName[7], byName[5], byName[6], byName[0], byName[1], byName[2], byName[3], byName[4]]

describe.each([
  ['name', false, byName],
  ['created', true, newest],
  ['nfts', true, most],
] as const)('by %s', (by, descending, expected) => {
  it('each wallet comes once, ties in the order of names, and the other direction is the reverse', async () => {
    await fill()
    expect(await walk({ by, descending })).toEqual(expected)
    expect(await walk({ by, descending: !descending })).toEqual(expected.toReversed())
  })

  it('a search has what begins with the text, whatever its capitals, in the same order', async () => {
    await fill()
    const isAda = (name: string | undefined) => name?.toLowerCase().startsWith('ada')
    expect(await walk({ by, descending }, 'aDa')).toEqual(expected.filter(isAda))
    expect(await walk({ by, descending: !descending }, 'ada')).toEqual(expected.filter(isAda).toReversed())
    expect(await walk({ by, descending }, '%')).toEqual(['%_ polygon userId'])
    expect(await walk({ by, descending }, 'da')).toEqual([])
  })

  it('what is added or goes before the page moves nothing behind it', async () => {
    await fill()
    const first = expected.slice(0, 2)
    const found = await walk({ by, descending }, '', async (page) => {
      if (page > 1) return
      // What the cursor names goes, and something comes before it.
      await store.db
        .deleteFrom('wallets')
        .where('user', '=', first[1]?.split(' ')[0] ?? '')
        .execute()
      await add([wallet('!')], by === 'created' ? 30 : 20)
      await give('!', 9)
    })
    const left = (await walk({ by, descending })).filter((name) => !name.startsWith('!'))
    expect(found.slice(2)).toEqual(left.filter((name) => !first.includes(name)))
  })
})

it('another project’s wallets are in no list, and an address is found in its own', async () => {
  const other = await createProject(store.db, { name: 'Other', kind: 'practice' }, 1)
  await addWallets(store.db, other.id, [wallet('eve')], 1)
  await fill()
  expect(await walk({ by: 'name', descending: false })).not.toContain('eve polygon userId')
  expect(await walletsAt(store.db, project, wallet('eve').address)).toEqual([])
  expect(await walletsAt(store.db, project, wallet('cid').address)).toMatchObject([{ user: 'cid', nfts: 3 }])
})
