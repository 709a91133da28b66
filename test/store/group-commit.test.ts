import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type GroupCommit, groupCommit } from '../../src/core/store/sqlite/group-commit.ts'
import { type OpenStore, openStore } from '../../src/core/store/sqlite/open.ts'
import type { Database } from '../../src/core/store/tables/schema.ts'

let folder: string
let store: OpenStore
type Piece = (tx: Transaction<Database>) => Promise<string>
let commit: GroupCommit<Piece, string>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-commit-'))
  store = openStore(join(folder, 'mintdesk.db'))
  commit = groupCommit(store.commits, async (tx, pieces) => {
    const results: string[] = []
    for (const piece of pieces) results.push(await piece(tx))
    return results
  })
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const add = (genesis: string) =>
  commit(async (tx) => {
    await tx.insertInto('networks').values({ network: genesis, genesis }).execute()
    return genesis
  })
const stored = async () =>
  (await store.db.selectFrom('networks').select('network').execute()).map(({ network }) => network)

it('a piece that fails is undone alone, and told of alone', async () => {
  const failing = commit(async (tx) => {
    await tx.insertInto('networks').values({ network: 'undone', genesis: '' }).execute()
    throw new Error('no')
  })
  const results = await Promise.allSettled([add('a'), failing, add('a'), add('b')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(results[0]).toMatchObject({ value: 'a' })
  expect(await stored()).toEqual(['a', 'b'])
})

it('pieces that arrive together are done at once; only where that fails is each tried alone', async () => {
  const groups: number[] = []
  const counted = groupCommit<string, string>(store.commits, async (tx, names) => {
    groups.push(names.length)
    await tx
      .insertInto('networks')
      .values(names.map((network) => ({ network, genesis: '' })))
      .execute()
    return names
  })
  expect(await Promise.all(['a', 'b', 'c'].map(counted))).toEqual(['a', 'b', 'c'])
  expect(groups).toEqual([3])
  const results = await Promise.allSettled(['d', 'a', 'e'].map(counted))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(groups).toEqual([3, 3, 1, 1, 1])
  expect(await stored()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('takes any number of pieces, also while others are being committed', async () => {
  const many = Array.from({ length: 250 }, (_, at) => add(`n${String(at).padStart(3, '0')}`))
  const later = many[0]?.then(() => add('later'))
  await Promise.all([...many, later])
  expect(await stored()).toHaveLength(251)
})

it('what is answered is on disk: another connection reads it', async () => {
  const other = openStore(join(folder, 'mintdesk.db'), { migrate: false })
  try {
    await add('here')
    expect(await other.db.selectFrom('networks').select('network').execute()).toEqual([{ network: 'here' }])
  } finally {
    await other.close()
  }
})

it('all are told when the database cannot be written', async () => {
  await add('before')
  await store.close()
  const results = await Promise.allSettled([add('a'), add('b')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  store = openStore(join(folder, 'mintdesk.db'))
  expect(await stored()).toEqual(['before'])
})
