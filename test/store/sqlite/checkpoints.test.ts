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
let isOpen = false
let faults: unknown[]

const open = (checkpointProgram: string) => {
  const log = { warn: (fault: unknown) => void faults.push(fault) }
  store = openStore(file, { checkpointProgram, log })
  isOpen = true
}

/** Once, however often it is asked for. */
const close = async () => {
  if (isOpen) await store.close()
  isOpen = false
}

beforeEach(async () => {
  dir = await temporaryFolder()
  file = join(dir, 'mintdesk.db')
  faults = []
})
afterEach(async () => {
  await close()
  await rm(dir, { recursive: true, force: true })
})

/** Commits something, which is in the log then and nowhere else. */
const commit = (network: string) =>
  unforced(store.db, (trx) => trx.insertInto('networks').values({ network, genesis: 'g' }).execute())
/** Makes the log longer than it may be before it is folded in, by commits that each are too short to do it. */
async function commitMuch(): Promise<void> {
  for (let n = 0; n < 5; n++)
    await unforced(store.db, (trx) =>
      sql`insert into metadata (hash, json) with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 950)
          select ${`${n} ${Math.random()} `} || n, hex(zeroblob(1900)) from numbers`.execute(trx),
    )
}
/** How many pages of the log a commit lets be, before it folds them in. */
const letBe = async () =>
  (await sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`.execute(store.db)).rows[0]?.wal_autocheckpoint
/** Whether the database itself has it. */
const isFoldedIn = async (network: string): Promise<boolean> => (await readFile(file)).includes(network)
const logSize = async () => (await stat(`${file}-wal`)).size

test('where much is committed, it is folded into the database beside the thread that writes, again and again', async () => {
  open(programFile('checkpoint-worker'))
  await commit('the first of them')
  await commitMuch()
  await expect.poll(() => isFoldedIn('the first of them')).toBe(true)
  expect(await letBe()).toBe(16_000)
  await commit('another of them')
  await commitMuch()
  // The thread may have been at work still when the last of these came: a later commit gives it the next order.
  let more = 0
  await expect
    .poll(async () => {
      await commit(`one more, ${more++}`)
      return await isFoldedIn('another of them')
    })
    .toBe(true)
  expect(faults).toEqual([])
})

test('what little is committed starts no thread, and stays in the log', async () => {
  const [program, trace] = [join(dir, 'tracing.mjs'), join(dir, 'trace')]
  await writeFile(program, `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(trace)}, '')`)
  open(program)
  for (let n = 0; n < 20; n++) await commit(`one of a few ${n}`)
  expect(await isFoldedIn('one of a few')).toBe(false)
  // It waits for a thread that was started.
  await close()
  await expect(stat(trace)).rejects.toThrow('ENOENT')
  expect(await isFoldedIn('one of a few')).toBe(true)
})

/** A thread that answers so, and ends. */
async function failing(code: string): Promise<string> {
  const program = join(dir, 'failing.mjs')
  const answer = JSON.stringify({ code, message: 'out of order' })
  await writeFile(
    program,
    `import { parentPort } from 'node:worker_threads'\nparentPort.once('message', () => parentPort.postMessage(${answer}))`,
  )
  return program
}

test('a thread that fails is said once, and commits fold the log in', async () => {
  const program = join(dir, 'broken.mjs')
  await writeFile(program, 'throw new Error("out of order")')
  open(program)
  await commitMuch()
  await expect.poll(() => faults.length).toBe(1)
  expect(await letBe()).toBe(4_000)
  await commitMuch()
  expect(faults).toMatchObject([{ err: { message: 'out of order' } }])
})

test('what the disk refused to the thread is not believed to be on it before the database has all of the log', async () => {
  open(await failing('SQLITE_IOERR_FSYNC'))
  await commitMuch()
  await expect.poll(() => faults).toMatchObject([{ err: { code: 'SQLITE_IOERR_FSYNC' } }])
  await store.commits.onDisk()
  expect(await logSize()).toBe(0)
})

test('a fault that is not the disk’s says nothing of it', async () => {
  open(await failing('SQLITE_NOMEM'))
  await commitMuch()
  await expect.poll(() => faults).toMatchObject([{ err: { code: 'SQLITE_NOMEM' } }])
  await store.commits.onDisk()
  expect(await logSize()).toBeGreaterThan(0)
})
