/** What was minted, or is minted after all, between a check of a file, its run, and another try of an earlier one: nobody gets an NFT twice. */

import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReadyMint } from '../../../src/core/imports/ready/ready-mints.ts'
import { createRunControl } from '../../../src/core/minting/runs/control.ts'
import { type CorrectionDeps, correctRow, planCorrection } from '../../../src/core/minting/runs/correct.ts'
import { createRun } from '../../../src/core/minting/runs/create-run.ts'
import { type Entering, openEntering } from '../../../src/core/minting/runs/entering.ts'
import { createProject } from '../../../src/core/store/installation/projects.ts'
import { comparedNow } from '../../../src/core/store/journal/contents/compared.ts'
import { findRun, type RunRecord } from '../../../src/core/store/journal/runs/runs.ts'
import type { OpenStore } from '../../../src/core/store/sqlite/open.ts'
import type { Project } from '../../../src/shared/app-api.ts'
import { openFreshStore } from '../../store/fresh-store.ts'
import { checkedImport } from './checked-import.ts'
import { type ImportedRows, importedRows } from './imported-rows.ts'

let folder = ''
let store: OpenStore
let project: Project
let rows: ImportedRows
let entering: Entering
const minting = { wake: () => undefined }

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mintdesk-since-'))
  store = await openFreshStore(join(folder, 'a.db'))
  project = await createProject(store.db, { name: 'Practice', kind: 'practice' }, 1)
  rows = importedRows(folder)
  entering = openEntering({
    ...{ db: store.db, imports: rows.imports, minting, clock: () => 1_000, log: { warn: () => undefined } },
    ...{ runChanged: () => undefined, point: () => undefined },
  })
})
afterEach(async () => {
  await entering.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

function mintOf(n: number): ReadyMint {
  const recipient = `polygon:0x${n.toString(16).padStart(40, '0')}`
  const metadata = `{"image":"ipfs://x","name":"Badge ${n}"}`
  const contentHash = createHash('sha256')
    .update(recipient + metadata)
    .digest()
  return { row: n + 2, copy: 1, recipient, metadata, quantity: 1, contentHash }
}
const badges = (...numbers: number[]): ReadyMint[] => numbers.map(mintOf)

async function collectionPk(): Promise<number> {
  const { pk } = await store.db
    .selectFrom('collections')
    .select('pk')
    .where('id', '=', 'default-polygon')
    .executeTakeFirstOrThrow()
  return pk
}

/** A file is checked as the collection is now. */
async function check(id: string, mints: readonly ReadyMint[], again = false): Promise<void> {
  const options = { ...checkedImport.options, again }
  const counts = { ...checkedImport.counts, rows: mints.length }
  await rows.give({ ...checkedImport, id, options, counts }, mints, await comparedNow(store.db, await collectionPk()))
}

/** Mint is pressed for a file that was checked. @param adding: told that rows are to be added */
function press(importId: string, adding: Pick<Entering, 'wake'> = entering): Promise<string> {
  return createRun(
    {
      ...{ db: store.db, imports: rows.imports, minting, entering: adding },
      clock: () => 1_000,
      point: () => undefined,
    },
    { project, importId, skipErrors: false, quote: null, feeCeiling: null, compressed: true },
  )
}

/** The same, and all its rows are added. */
async function run(importId: string, mints: readonly ReadyMint[], again = false): Promise<string> {
  await check(importId, mints, again)
  const id = await press(importId)
  await entering.idle()
  return id
}

async function fail(runId: string, ...numbers: number[]): Promise<void> {
  for (const n of numbers)
    await sql`update mints set state = 'failed', error_code = 'x', error_message = 'It failed.'
              where run_id = ${runId} and row = ${n + 2}`.execute(store.db)
}

async function recordOf(id: string): Promise<RunRecord> {
  const record = await findRun(store.db, id)
  if (record === undefined) throw new Error(`no run ${id}`)
  return record
}
const retry = async (id: string) => createRunControl(store.db, minting, () => 2_000).retry(await recordOf(id))

/** Corrects the NFT of a badge of a run to be for somebody else, or to be another badge. */
const correct = async (id: string, n: number, as?: ReadyMint) =>
  correctRow(correcting(), await recordOf(id), correctionOf(n, as))
const correcting = (): CorrectionDeps => ({
  ...{ db: store.db, minting, clock: () => 2_000, mediaDir: async () => folder, contractsAmong: async () => [] },
  metadata: { resolve: async () => '{}', forgetLinks: async () => undefined },
})
const correctionOf = (n: number, as?: ReadyMint) => ({
  row: n + 2,
  recipient: as?.recipient ?? `polygon:0x${'ab'.repeat(20)}`,
  ...(as?.metadata === undefined ? {} : { name: JSON.parse(as.metadata).name }),
})

/** What is said where something is refused; undefined where it is done. */
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

/** How many mints of each badge are minted, or about to be. */
async function live(): Promise<Record<string, number>> {
  const { rows: found } = await sql<{ row: number; n: number }>`
    select row, count(*) as n from mints where state not in ('failed', 'cancelled') group by row order by row`.execute(
    store.db,
  )
  return Object.fromEntries(found.map(({ row, n }) => [row - 2, n]))
}

const once = { 0: 1, 1: 1, 2: 1 }

test('what failed when a file was checked, and was tried again before Mint was pressed, is not minted by both runs', async () => {
  const first = await run('a', badges(0, 1, 2))
  await fail(first, 1)
  await check('b', badges(0, 1, 2))
  await retry(first)
  expect(await refusalOf(press('b'))).toMatchObject({ code: 'run.empty' })
  await entering.idle()
  expect(await live()).toEqual(once)
})

test('nor what is tried again while it is decided what the run of the file takes', async () => {
  const first = await run('a', badges(0, 1, 2))
  await fail(first, 1)
  await check('b', badges(1, 3))
  let asked = 0
  rows.imports.confirmNames = async () => {
    if (asked++ === 0) await retry(first)
  }
  await press('b')
  await entering.idle()
  expect(asked).toBe(2)
  expect(await live()).toEqual({ ...once, 3: 1 })
})

test('nor what became of a failed one by a correction since', async () => {
  const first = await run('a', badges(0, 1, 2))
  await fail(first, 1)
  await check('b', badges(5))
  const { contentHash, recipient } = mintOf(5)
  await sql`update mints set state = 'open', content_hash = ${contentHash}, recipient = ${recipient}
            where run_id = ${first} and row = 3`.execute(store.db)
  expect(await refusalOf(press('b'))).toMatchObject({ code: 'run.empty' })
})

test('what failed, and was minted by another file since, is not tried again, and says so; the rest is', async () => {
  const first = await run('a', badges(0, 1, 2))
  await fail(first, 1, 2)
  await run('b', badges(1))
  await retry(first)
  expect(await live()).toEqual(once)
  const messageOf = () =>
    store.db
      .selectFrom('mints')
      .select('error_message')
      .where('run_id', '=', first)
      .where('state', '=', 'failed')
      .execute()
  const said =
    'It failed. It was not tried again: the same NFT was minted for the same recipient since, or is about to be.'
  expect(await messageOf()).toEqual([{ error_message: said }])
  // Asked again it says why nothing is left, and the sentence stands once.
  expect(await refusalOf(retry(first))).toMatchObject({
    code: 'run.state',
    message: expect.stringContaining('minted for the same recipients since'),
  })
  expect(await messageOf()).toEqual([{ error_message: said }])
})

test('of two runs that both failed with the same NFT, one mints it', async () => {
  const first = await run('a', badges(0, 1, 2))
  await fail(first, 1)
  const second = await run('b', badges(1))
  await fail(second, 1)
  await retry(first)
  expect(await refusalOf(retry(second))).toMatchObject({ code: 'run.state' })
  expect(await live()).toEqual(once)
})

test('a run that was to mint once more what there was tries its own again', async () => {
  await run('a', badges(0, 1))
  const second = await run('b', badges(0, 1), true)
  await fail(second, 1)
  await retry(second)
  expect(await live()).toEqual({ 0: 2, 1: 2 })
})

test('nothing is tried again or corrected while rows of another file are added, which may be the same', async () => {
  const first = await run('a', badges(0, 1, 2))
  await fail(first, 1)
  await check('b', badges(1))
  await press('b', { wake: () => undefined })
  const refused = {
    code: 'run.state',
    message: expect.stringMatching(/^Rows of the run "badges.csv" are still being added/),
  }
  expect(await refusalOf(retry(first))).toMatchObject(refused)
  expect(await refusalOf(correct(first, 1))).toMatchObject(refused)
  entering.wake()
  await entering.idle()
  expect(await live()).toEqual(once)
})

test('a row whose NFT failed and was corrected is not minted as it was by its file again, unless it is to be minted once more', async () => {
  const first = await run('a', badges(0, 1, 2))
  await fail(first, 1)
  await check('b', badges(0, 1, 2))
  await correct(first, 1)
  expect(await refusalOf(press('b'))).toMatchObject({ code: 'run.empty' })
  expect(await live()).toEqual(once)
  const again = await run('c', badges(1), true)
  expect(await live()).toEqual({ ...once, 1: 2 })
  // The file that did so does it once.
  await fail(again, 1)
  await correct(again, 1)
  expect(await press('c')).toBe(again)
  expect(await live()).toEqual({ ...once, 1: 2 })
})

test('one that failed again after its correction is minted by its file', async () => {
  const first = await run('a', badges(0, 1, 2))
  await fail(first, 1)
  await check('b', badges(0, 1, 2))
  await correct(first, 1)
  await fail(first, 1)
  await press('b')
  await entering.idle()
  expect(await live()).toEqual(once)
})

test('nor is it tried again as it was corrected, when its file has minted it; it says so, and can be corrected once more', async () => {
  const first = await run('a', badges(0, 1, 2))
  await fail(first, 1)
  await correct(first, 1)
  await fail(first, 1)
  const second = await run('b', badges(1))
  expect(await refusalOf(retry(first))).toMatchObject({ code: 'run.state' })
  expect(await live()).toEqual(once)
  expect(await store.db.selectFrom('mints').select('error_message').where('state', '=', 'failed').execute()).toEqual([
    {
      error_message: expect.stringContaining(
        'another run had the same row of a file, which was corrected there or here',
      ),
    },
  ])
  await fail(second, 1)
  await correct(second, 1, mintOf(9_000_000))
  expect(await refusalOf(retry(first)), 'nor when that was corrected in its turn').toMatchObject({ code: 'run.state' })
  const { findings } = await planCorrection(correcting(), await recordOf(first), correctionOf(1, mintOf(8_000_000)))
  expect(findings).toMatchObject([{ code: 'file.repeat', message: expect.stringContaining('this will be one more') }])
  await correct(first, 1, mintOf(8_000_000))
  expect(await live()).toEqual({ ...once, 1: 2 })
})

test('what failed, and was corrected by another run of the same file since, is not tried again, and says so', async () => {
  const first = await run('a', badges(0, 1, 2))
  await fail(first, 1)
  const second = await run('b', badges(1))
  await fail(second, 1)
  await correct(second, 1)
  expect(await refusalOf(retry(first))).toMatchObject({ code: 'run.state' })
  expect(await live()).toEqual(once)
  expect(await store.db.selectFrom('mints').select('error_message').where('state', '=', 'failed').execute()).toEqual([
    { error_message: expect.stringContaining('which was corrected there or here, and minted it since') },
  ])
})

test('nor what was corrected and failed again, once another run of the same file minted it as it was, or corrected it, too', async () => {
  const first = await run('a', badges(0, 1, 2))
  await fail(first, 1)
  await correct(first, 1)
  await fail(first, 1)
  const second = await run('b', badges(1))
  const said = async () =>
    (await planCorrection(correcting(), await recordOf(first), correctionOf(1, mintOf(8_000_000)))).findings
  const refused = async () => {
    expect(await refusalOf(retry(first))).toMatchObject({ code: 'run.state' })
    expect(await said()).toMatchObject([{ row: 3, code: 'file.repeat' }])
    expect(await live()).toEqual(once)
  }
  await refused()
  await fail(second, 1)
  await correct(second, 1, mintOf(9_000_000))
  await refused()
  await fail(second, 1)
  expect(await said()).toEqual([])
  await retry(first)
  expect(await live()).toEqual(once)
})

test('a correction of what another run of the same file minted since, or corrected itself, says that it will be one more', async () => {
  const first = await run('a', badges(0, 1, 2))
  await fail(first, 1)
  const said = async () => (await planCorrection(correcting(), await recordOf(first), correctionOf(1))).findings
  expect(await said()).toEqual([])
  const second = await run('b', badges(1))
  const oneMore = [
    { row: 3, code: 'file.repeat', level: 'warning', message: expect.stringContaining('by another run since') },
  ]
  expect(await said()).toMatchObject(oneMore)
  await fail(second, 1)
  await correct(second, 1, mintOf(9_000_000))
  expect(await said()).toMatchObject(oneMore)
})

test('two failed rows that are corrected to be for each other’s recipients are both minted, also where one is tried again', async () => {
  const [one, two] = badges(70_000, 80_000)
  const first = await run('a', badges(70_000, 80_000))
  await fail(first, 70_000, 80_000)
  await check('b', badges(70_000, 80_000))
  await correct(first, 70_000, two)
  await correct(first, 80_000, one)
  await fail(first, 80_000)
  await retry(first)
  expect(await live()).toEqual({ 70000: 1, 80000: 1 })
  expect(await refusalOf(press('b'))).toMatchObject({ code: 'run.empty' })
})

test('of rows with ids, which were exchanged in the file that corrects both, the one that fails again is tried again', async () => {
  const withIds = (...ids: [string, string]): ReadyMint[] =>
    badges(1, 2).map((mint, place) => ({ ...mint, id: ids[place] ?? '' }))
  const first = await run('a', withIds('x', 'y'))
  await fail(first, 1, 2)
  // Both were in a batch.
  await sql`insert into batches (collection_pk, run_id, job_id, kind, base, size, state, created_at)
            values (${await collectionPk()}, ${first}, 'job', 'batch', 0, 2, 'failed', 0)`.execute(store.db)
  await sql`delete from waiting`.execute(store.db)
  await sql`insert into members select pk, (select max(pk) from batches), pk from mints`.execute(store.db)
  const second = await run('b', withIds('y', 'x'))
  await fail(second, 2)
  await retry(second)
  expect(await live()).toEqual({ 1: 1, 2: 1 })
})
