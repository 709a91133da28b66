import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenStore, openStore } from '../../../src/core/store/sqlite/open.ts'
import { unforced } from '../../../src/core/store/sqlite/unforced.ts'
import { programFile } from '../../core/built-programs.ts'
import { temporaryFolder } from '../../minting/simulated/world.ts'

let dir: string
let file: string
let store: OpenStore
let faults: unknown[]

const open = (checkpointProgram?: string) => {
  const log = { warn: (fault: unknown) => void faults.push(fault) }
  store = openStore(file, checkpointProgram === undefined ? {} : { checkpointProgram, log })
}

beforeEach(async () => {
  dir = await temporaryFolder()
  file = join(dir, 'mintdesk.db')
  faults = []
})
afterEach(async () => {
  await store.close()
  await rm(dir, { recursive: true, force: true })
})

/** Commits something, which is in the log then and nowhere else. */
const commit = (network: string) =>
  unforced(store.db, (trx) => trx.insertInto('networks').values({ network, genesis: 'g' }).execute())
/** Changes so many rows as the log is folded in after, in one commit that is too small to do it by itself. */
const changeMany = (name: string) =>
  unforced(store.db, (trx) =>
    sql`insert into networks (network, genesis) with recursive n(i) as (select 1 union all select i + 1 from n where i < 16000)
        select ${name} || i, 'g' from n`.execute(trx),
  )
/** How many pages of the log a commit lets be, before it folds them in. */
const letBe = async () =>
  (await sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`.execute(store.db)).rows[0]?.wal_autocheckpoint
/** Whether the database itself has it. */
const isFoldedIn = async (network: string): Promise<boolean> => (await readFile(file)).includes(network)
const logSize = async () => (await stat(`${file}-wal`)).size

test('where much is committed, it is folded into the database beside the thread that writes, again and again', async () => {
  open(programFile('checkpoint-worker'))
  await commit('the first of them')
  expect(await letBe()).toBe(4_000)
  await changeMany('many')
  await expect.poll(() => isFoldedIn('the first of them'), { timeout: 30_000 }).toBe(true)
  expect(await letBe()).toBe(16_000)
  await commit('another of them')
  let more = 0
  // A checkpoint that is under way may have begun before that commit.
  const found = async () => {
    await changeMany(`more ${more++} `)
    return await isFoldedIn('another of them')
  }
  await expect.poll(found, { timeout: 30_000, interval: 100 }).toBe(true)
  expect(faults).toEqual([])
})

test('what little is committed starts no thread, and stays in the log', async () => {
  open(join(dir, 'missing.mjs'))
  for (let n = 0; n < 20; n++) await commit(`one of a few ${n}`)
  expect(await isFoldedIn('one of a few')).toBe(false)
  expect(await letBe()).toBe(4_000)
  expect(faults).toEqual([])
})

test('a thread that fails is said once, and commits fold the log in; what the disk had then is not believed before the database has it', async () => {
  const program = join(dir, 'broken.mjs')
  await writeFile(program, 'throw new Error("out of order")')
  open(program)
  await changeMany('many')
  await expect.poll(() => faults.length, { timeout: 30_000 }).toBe(1)
  expect(await letBe()).toBe(4_000)
  expect(await logSize()).toBeGreaterThan(0)
  await store.commits.onDisk()
  expect(await logSize()).toBe(0)
  expect(await isFoldedIn('many')).toBe(true)
  await changeMany('more')
  await store.commits.commit((trx) =>
    trx.insertInto('networks').values({ network: 'all the same', genesis: '' }).execute(),
  )
  await store.commits.onDisk()
  expect(await logSize()).toBeGreaterThan(0)
  expect(faults).toMatchObject([{ err: { message: 'out of order' } }])
})
