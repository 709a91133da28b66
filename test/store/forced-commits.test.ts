import { open, stat } from 'node:fs/promises'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { CompiledQuery, type Transaction } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { groupCommit } from '../../src/core/store/sqlite/group-commit.ts'
import { type OpenStore, openStore } from '../../src/core/store/sqlite/open.ts'
import type { Database } from '../../src/core/store/tables/schema.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'

let file: string
let store: OpenStore
/** How often the disk was called, and what it does then. */
let disk: { calls: number; act(): Promise<void> }

beforeEach(async () => {
  file = join(await temporaryFolder(), 'mintdesk.db')
  store = openStore(file)
  disk = { calls: 0, act: async () => {} }
  const probe = await open(devNull)
  const handles = Object.getPrototypeOf(probe) as { datasync(): Promise<void> }
  await probe.close()
  const { datasync } = handles
  vi.spyOn(handles, 'datasync').mockImplementation(async function slowly(this: unknown) {
    disk.calls++
    await disk.act()
    return await datasync.call(this)
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await store.close()
})

function closedGate(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => {}
  const promise = new Promise<void>((open) => {
    resolve = open
  })
  return { promise, resolve }
}
const add = (network: string) => async (tx: Transaction<Database>) => {
  await tx.insertInto('networks').values({ network, genesis: '' }).execute()
}
const stored = async () =>
  (await store.db.selectFrom('networks').select('network').execute()).map(({ network }) => network)

it('is on the disk only when the disk has it, and everything else goes on meanwhile', async () => {
  const gate = closedGate()
  disk.act = () => gate.promise
  await store.commits.commit(add('a'))
  let isOnDisk = false
  const told = store.commits.onDisk().then(() => {
    isOnDisk = true
  })
  await expect.poll(() => disk.calls).toBe(1)
  await store.db.insertInto('networks').values({ network: 'b', genesis: '' }).execute()
  expect(await stored()).toEqual(['a', 'b'])
  expect(isOnDisk).toBe(false)
  gate.resolve()
  await told
  expect(isOnDisk).toBe(true)
})

it('the disk is called once for all that was committed while it was at work', async () => {
  const gate = closedGate()
  disk.act = () => gate.promise
  await store.commits.commit(add('first'))
  const first = store.commits.onDisk()
  await expect.poll(() => disk.calls).toBe(1)
  for (const name of ['a', 'b', 'c']) await store.commits.commit(add(name))
  const others = [store.commits.onDisk(), store.commits.onDisk()]
  gate.resolve()
  await Promise.all([first, ...others])
  expect(disk.calls).toBe(2)
  await store.commits.onDisk()
  expect(disk.calls).toBe(2)
})

it('requests that arrive together share one call of the disk, and are answered after it', async () => {
  const gate = closedGate()
  disk.act = () => gate.promise
  const commit = groupCommit<string, string>(store.commits, async (tx, names) => {
    for (const name of names) await add(name)(tx)
    return names
  })
  const answered: string[] = []
  const all = Promise.all(['a', 'b', 'c'].map(async (name) => answered.push(await commit(name))))
  await expect.poll(() => disk.calls).toBe(1)
  expect(await stored()).toEqual(['a', 'b', 'c'])
  expect(answered).toEqual([])
  gate.resolve()
  await all
  expect(answered).toEqual(['a', 'b', 'c'])
  expect(disk.calls).toBe(1)
})

it('what comes while the disk is at work shares the next commit, which is answered when the disk has it', async () => {
  const gates = [closedGate(), closedGate()]
  disk.act = () => gates[disk.calls - 1]?.promise ?? Promise.resolve()
  const commit = groupCommit<string, string>(store.commits, async (tx, names) => {
    for (const name of names) await add(name)(tx)
    return names
  })
  const answered: string[] = []
  const ask = async (name: string) => answered.push(await commit(name))
  const first = ask('a')
  await expect.poll(() => disk.calls).toBe(1)
  const others = [ask('b')]
  for (let turns = 0; turns < 20; turns++) await setImmediate()
  others.push(ask('c'))
  for (let turns = 0; turns < 20; turns++) await setImmediate()
  expect(await stored()).toEqual(['a'])
  expect(answered).toEqual([])
  gates[0]?.resolve()
  await first
  await expect.poll(() => disk.calls).toBe(2)
  expect(await stored()).toEqual(['a', 'b', 'c'])
  expect(answered).toEqual(['a'])
  gates[1]?.resolve()
  await Promise.all(others)
  expect(answered).toEqual(['a', 'b', 'c'])
  expect(disk.calls).toBe(2)
})

it('where the disk refuses the log, the database itself gets it', async () => {
  disk.act = () => Promise.reject(new Error('EIO'))
  await store.commits.commit(add('a'))
  expect((await stat(`${file}-wal`)).size).toBeGreaterThan(0)
  await store.commits.onDisk()
  expect((await stat(`${file}-wal`)).size).toBe(0)
})

it('says so where that cannot be done either', async () => {
  disk.act = () => Promise.reject(new Error('EIO'))
  const commit = groupCommit<string, string>(store.commits, async (tx, names) => {
    for (const name of names) await add(name)(tx)
    return names
  })
  const other = openStore(file, { migrate: false })
  const reading = await other.db.startTransaction().execute()
  await reading.selectFrom('networks').selectAll().execute()
  await expect(commit('a')).rejects.toThrow('EIO')
  // A call that goes well again says nothing of what it refused before.
  disk.act = async () => {}
  await expect(commit('c')).rejects.toThrow('EIO')
  await reading.commit().execute()
  await other.close()
  await expect(commit('b')).resolves.toBe('b')
})

it('a call of the disk that goes well says nothing where somebody else was refused meanwhile', async () => {
  const gate = closedGate()
  disk.act = () => gate.promise
  await store.commits.commit(add('a'))
  const told = store.commits.onDisk()
  await expect.poll(() => disk.calls).toBe(1)
  store.commits.diskFailed(new Error('EIO'))
  gate.resolve()
  await told
  expect((await stat(`${file}-wal`)).size).toBe(0)
})

it('where somebody else was refused, the database gets all of the log, though nobody asks', async () => {
  await store.commits.commit(add('a'))
  store.commits.diskFailed(new Error('EIO'))
  await expect.poll(async () => (await stat(`${file}-wal`)).size).toBe(0)
  expect(disk.calls).toBe(0)
})

it('all other commits are on the disk before they return, as before', async () => {
  const failing = store.commits.commit(async (tx) => {
    await add('undone')(tx)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await store.commits.commit(add('a'))
  const { rows } = await store.db.executeQuery<{ synchronous: number }>(CompiledQuery.raw('pragma synchronous'))
  expect(rows).toEqual([{ synchronous: 2 }])
  expect(await stored()).toEqual(['a'])
})
