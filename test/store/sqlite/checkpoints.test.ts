import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Checkpoints, openCheckpoints } from '../../../src/core/store/sqlite/checkpoints.ts'
import { type OpenStore, openStore } from '../../../src/core/store/sqlite/open.ts'
import { unforced } from '../../../src/core/store/sqlite/unforced.ts'
import { programFile } from '../../core/built-programs.ts'
import { temporaryFolder } from '../../minting/simulated/world.ts'

let dir: string
let file: string
let store: OpenStore
let faults: unknown[]
let checkpoints: Checkpoints

const open = (program: string): Checkpoints =>
  openCheckpoints({ db: store.db, program, file, log: { warn: (fault: unknown) => void faults.push(fault) } })

beforeEach(async () => {
  dir = await temporaryFolder()
  file = join(dir, 'mintdesk.db')
  store = openStore(file)
  faults = []
})
afterEach(async () => {
  await checkpoints.close()
  await store.close()
  await rm(dir, { recursive: true, force: true })
})

/** Commits something, which is in the log then and nowhere else. */
const commit = (network: string) =>
  unforced(store.db, (trx) => trx.insertInto('networks').values({ network, genesis: 'g' }).execute())
/** How many pages of the log a commit lets be, before it folds them in. */
const letBe = async () =>
  (await sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`.execute(store.db)).rows[0]?.wal_autocheckpoint
/** Whether the database itself has it. */
const isFoldedIn = async (network: string): Promise<boolean> => (await readFile(file)).includes(network)

test('what is committed is folded into the database beside the thread that writes, as often as it is asked for', async () => {
  checkpoints = open(programFile('checkpoint-worker'))
  await commit('the first of them')
  expect(await isFoldedIn('the first of them')).toBe(false)
  await checkpoints.begin()
  await expect.poll(() => isFoldedIn('the first of them'), { timeout: 30_000 }).toBe(true)
  await commit('another of them')
  // One that is under way may have begun before that commit.
  await expect
    .poll(
      async () => {
        await checkpoints.begin()
        return await isFoldedIn('another of them')
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  expect(await letBe()).toBe(16_000)
  // It ends, and is there again when it is needed.
  await checkpoints.close()
  expect(await letBe()).toBe(4_000)
  await commit('one after the end')
  expect(await isFoldedIn('one after the end')).toBe(false)
  await checkpoints.begin()
  await expect.poll(() => isFoldedIn('one after the end'), { timeout: 30_000 }).toBe(true)
  expect(faults).toEqual([])
})

test('a thread that fails is said once, and commits go on', async () => {
  const program = join(dir, 'broken.mjs')
  await writeFile(program, 'throw new Error("out of order")')
  checkpoints = open(program)
  await checkpoints.begin()
  await expect.poll(() => faults.length, { timeout: 30_000 }).toBe(1)
  await checkpoints.begin()
  expect(await letBe()).toBe(4_000)
  await commit('all the same')
  expect(faults).toMatchObject([{ err: { message: 'out of order' } }])
  const { size } = await stat(`${file}-wal`)
  expect(size).toBeGreaterThan(0)
})
