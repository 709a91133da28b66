import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { knownNetworks } from '../../../src/core/chains/networks.ts'
import type { ReadyMint } from '../../../src/core/imports/ready/ready-mints.ts'
import { CoreError } from '../../../src/core/lib/errors.ts'
import { createRunControl } from '../../../src/core/minting/runs/control.ts'
import { type Allowance, createRun } from '../../../src/core/minting/runs/create-run.ts'
import { type Entering, openEntering } from '../../../src/core/minting/runs/entering.ts'
import { runView } from '../../../src/core/minting/runs/view.ts'
import { supplyLeft } from '../../../src/core/store/collections/supply.ts'
import { createProject } from '../../../src/core/store/installation/projects.ts'
import { runCounts } from '../../../src/core/store/journal/runs/run-figures.ts'
import { runMints } from '../../../src/core/store/journal/runs/run-rows.ts'
import { finishRuns } from '../../../src/core/store/journal/runs/run-steps.ts'
import { findRun, type RunRecord } from '../../../src/core/store/journal/runs/runs.ts'
import { type OpenStore, openStore } from '../../../src/core/store/sqlite/open.ts'
import type { Project } from '../../../src/shared/app-api.ts'
import { openFreshStore } from '../../store/fresh-store.ts'
import { checkedImport } from './checked-import.ts'
import { type ImportedRows, importedRows } from './imported-rows.ts'

let folder = ''
let file = ''
let store: OpenStore
let project: Project
let rows: ImportedRows
let entering: Entering
let point: (name: string) => unknown
let faults: unknown[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mintdesk-entering-'))
  file = join(folder, 'a.db')
  store = await openFreshStore(file)
  project = await createProject(store.db, { name: 'Practice', kind: 'practice' }, 1)
  point = () => undefined
  rows = importedRows(folder)
  faults = []
  openRows()
})
afterEach(async () => {
  await entering.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

function openRows(): void {
  const log = { warn: (fault: unknown) => void faults.push(fault) }
  entering = openEntering({
    ...{ db: store.db, imports: rows.imports, minting: { wake: () => undefined }, clock: () => 1_000, atOnce: 10 },
    ...{ runChanged: () => undefined, log },
    point: (name) => void point(name),
  })
}

/** As a core that starts after one that was killed. */
async function restart(): Promise<void> {
  await entering.close()
  await store.close()
  store = openStore(file)
  point = () => undefined
  await createRunControl(store.db, { wake: () => undefined }, () => 1_000).recover()
  openRows()
  entering.wake()
  await entering.idle()
}

function mintOf(n: number, more: Partial<ReadyMint> = {}): ReadyMint {
  const recipient = `polygon:0x${n.toString(16).padStart(40, '0')}`
  const metadata = `{"image":"ipfs://x","name":"Badge ${n}"}`
  const contentHash = createHash('sha256')
    .update(recipient + metadata)
    .digest()
  return { row: n + 2, copy: 1, recipient, metadata, quantity: 1, contentHash, ...more }
}

const mintsOf = (count: number, from = 0): ReadyMint[] => Array.from({ length: count }, (_, n) => mintOf(from + n))

interface Pressed {
  collectionId?: string
  again?: boolean
  allowance?: Allowance
}

async function press(id: string, mints: readonly ReadyMint[], given: Pressed = {}): Promise<string> {
  const { collectionId = 'default-polygon', again = false, allowance } = given
  const options = { ...checkedImport.options, collectionId, again }
  await rows.give({ ...checkedImport, id, options, counts: { ...checkedImport.counts, rows: mints.length } }, mints)
  const { db } = store
  const minting = { wake: () => undefined }
  return await createRun(
    { db, imports: rows.imports, minting, entering, clock: () => 1_000, point: (name) => void point(name) },
    { project, importId: id, skipErrors: false, quote: null, feeCeiling: null, compressed: true, allowance },
  )
}

async function recordOf(id: string): Promise<RunRecord> {
  const record = await findRun(store.db, id)
  if (record === undefined) throw new Error(`no run ${id}`)
  return record
}

const viewOf = async (id: string) =>
  runView(store.db, await recordOf(id), 2_000, { notice: () => null }, 0, knownNetworks())

/** Whom a run mints to, in order. */
async function recipientsOf(id: string): Promise<string[]> {
  const mints = await runMints(store.db, await recordOf(id), { filter: 'all', offset: 0, limit: 500 })
  return mints.map(({ recipient }) => recipient)
}

const collectionPk = async (id = 'default-polygon') =>
  (await store.db.selectFrom('collections').select('pk').where('id', '=', id).executeTakeFirstOrThrow()).pk

/** Holds the entering of rows until the test lets it go on. */
function holdAt(name: string, passage: number) {
  let reached: () => void = () => undefined
  const there = new Promise<void>((resolve) => {
    reached = resolve
  })
  let passages = 0
  point = (at) => {
    if (at !== name || ++passages < passage) return
    reached()
    throw new Error('held')
  }
  return there
}

describe('a run whose rows are being added', () => {
  test('is there with all that it promises before any row of it is', async () => {
    const there = holdAt('before rows', 1)
    await store.db.updateTable('collections').set({ supply_limit: 30 }).execute()
    const id = await press('a', mintsOf(25))
    await there
    expect(await viewOf(id)).toMatchObject({
      ...{ state: 'running', entering: 0, leftOff: null },
      counts: { total: 25, queued: 25, cancelled: 0 },
    })
    expect(await finishRuns(store.db, project.id, 'polygon', 1)).toEqual([])
    expect(await supplyLeft(store.db, await collectionPk())).toMatchObject({ left: 5 })
    await expect(press('b', mintsOf(6, 100))).rejects.toMatchObject({ code: 'supply.exceeded' })
    await press('c', mintsOf(5, 200))
    await restart()
    expect(await supplyLeft(store.db, await collectionPk())).toMatchObject({ left: 0 })
  })

  test('says how far it is, and shows the rows that are there', async () => {
    const there = holdAt('before rows', 3)
    const id = await press('a', mintsOf(25))
    await there
    expect(await viewOf(id)).toMatchObject({ entering: 20, counts: { total: 25, queued: 25 } })
    expect(await recipientsOf(id)).toEqual(mintsOf(20).map(({ recipient }) => recipient))
    expect(await press('a', mintsOf(25))).toBe(id)
    await restart()
    expect(await viewOf(id)).toMatchObject({ entering: null, counts: { total: 25, queued: 25 } })
  })

  test('counts against a key before anything of it is there, and with it or not at all', async () => {
    const taken: number[] = []
    const allowance: Allowance = {
      look: async () => undefined,
      async take(_, mints) {
        taken.push(mints)
        if (mints > 5) throw new CoreError('key.limit.mints', 'Too many.')
      },
    }
    const refusal = await press('a', mintsOf(6), { allowance }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'key.limit.mints' })
    expect(await store.db.selectFrom('runs').select('id').execute()).toEqual([])
    await press('b', mintsOf(5), { allowance })
    expect(taken).toEqual([6, 5])
  })

  test('goes on where it was, wherever the core is killed: no row twice, none lost', async () => {
    const passed = ['before run', 'after run', 'before rows', 'in rows', 'after rows'] as const
    let n = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 45 }),
        fc.array(fc.tuple(fc.constantFrom(...passed), fc.integer({ min: 1, max: 5 })), { maxLength: 4 }),
        async (count, kills) => {
          const from = 1_000 * ++n
          const mints = mintsOf(count, from)
          for (const [name, passage] of kills) {
            let passages = 0
            let dead = false
            point = (at) => {
              if (dead || (at === name && ++passages === passage)) {
                dead = true
                throw new Error('killed')
              }
            }
            await press(`import-${n}`, mints).catch(() => undefined)
            // What it had under way ends, or it died.
            while (!dead && (await store.db.selectFrom('entering').select('run_id').executeTakeFirst()))
              await new Promise((resolve) => setImmediate(resolve))
            await restart()
          }
          const id = await press(`import-${n}`, mints)
          await entering.idle()
          const made = await store.db
            .selectFrom('mints')
            .select(['recipient', 'ordinal', 'run_id'])
            .where('row', '>', from)
            .orderBy('pk')
            .execute()
          expect(made).toEqual(mints.map(({ recipient }, ordinal) => ({ recipient, ordinal, run_id: id })))
          const { total, unentered } = await recordOf(id)
          expect({ total, unentered }).toEqual({ total: count, unentered: 0 })
        },
      ),
      { numRuns: 25 },
    )
  })

  test('goes on after the disk had no room, and is the same', async () => {
    const { rows: pages } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db)
    await sql`pragma max_page_count = ${sql.lit((pages[0]?.page_count ?? 0) + 12)}`.execute(store.db)
    const id = await press('a', mintsOf(300))
    while (faults.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await sql`pragma max_page_count = 1000000`.execute(store.db)
    await restart()
    expect(await recipientsOf(id)).toEqual(mintsOf(300).map(({ recipient }) => recipient))
  })

  test('can be cancelled: what is not there never is, and gives its room back', async () => {
    await store.db.updateTable('collections').set({ supply_limit: 30 }).execute()
    const there = holdAt('before rows', 2)
    const id = await press('a', mintsOf(25))
    await there
    await createRunControl(store.db, { wake: () => undefined }, () => 9).cancel(await recordOf(id))
    await restart()
    expect(await viewOf(id)).toMatchObject({ state: 'cancelled', entering: null, counts: { total: 25, cancelled: 25 } })
    expect(await store.db.selectFrom('mints').select('state').distinct().execute()).toEqual([{ state: 'cancelled' }])
    expect(await supplyLeft(store.db, await collectionPk())).toMatchObject({ left: 30 })
  })

  test('can be paused, and rows are added all the same', async () => {
    const there = holdAt('before rows', 2)
    const id = await press('a', mintsOf(25))
    await there
    await createRunControl(store.db, { wake: () => undefined }, () => 9).pause(await recordOf(id))
    await restart()
    expect(await viewOf(id)).toMatchObject({ state: 'paused', entering: null, counts: { total: 25, queued: 25 } })
  })

  test('says why, and mints what is there, where the rest of the file cannot be read', async () => {
    let reads = 0
    rows.fault = () => {
      if (++reads > 3) throw new CoreError('import.unreadable', 'the rows of the file are gone')
    }
    await store.db.updateTable('collections').set({ supply_limit: 30 }).execute()
    const id = await press('a', mintsOf(25))
    await entering.idle()
    expect(await viewOf(id)).toMatchObject({
      ...{ state: 'running', entering: null, notice: null },
      leftOff: {
        nfts: 5,
        reason:
          'The rest of the rows could not be added: the rows of the file are gone. What was added is minted; give the file again to mint the rest.',
      },
      counts: { total: 25, queued: 20, cancelled: 5 },
    })
    expect(await supplyLeft(store.db, await collectionPk())).toMatchObject({ left: 10 })
    rows.fault = undefined
    const rest = await press('b', mintsOf(25))
    expect(await runCounts(store.db, await recordOf(rest))).toMatchObject({ total: 5 })
  })

  test('says why where the rows of the file are damaged as they are added', async () => {
    let passages = 0
    point = (at) => {
      if (at === 'before rows' && ++passages === 1) writeFileSync(rows.fileOf('a'), Buffer.alloc(65_536, 'x'))
    }
    const id = await press('a', mintsOf(25))
    await entering.idle()
    expect(await viewOf(id)).toMatchObject({
      leftOff: { nfts: 25, reason: expect.stringMatching(/the rows that Mintdesk keeps of the file are damaged/) },
      counts: { total: 25, queued: 0, cancelled: 25 },
    })
  })

  test('of a collection whose contract could not be deployed says so, and promises nothing of what was added', async () => {
    const there = holdAt('before rows', 2)
    const id = await press('a', mintsOf(25))
    await there
    await store.db.updateTable('collections').set({ state: 'failed' }).execute()
    await restart()
    expect((await viewOf(id)).leftOff?.reason).toMatch(
      /^The rest of the rows could not be added: The contract .* could not be deployed, .*: make another collection\.$/,
    )
  })

  test('takes no other rows than those it was made of', async () => {
    const there = holdAt('before rows', 2)
    const id = await press('a', mintsOf(25))
    await there
    await rows.give({ ...checkedImport, id: 'a' }, mintsOf(25, 100))
    await restart()
    expect(await recipientsOf(id)).toEqual(mintsOf(10).map(({ recipient }) => recipient))
    expect(await viewOf(id)).toMatchObject({ leftOff: { nfts: 15 }, counts: { total: 25, queued: 10, cancelled: 15 } })
  })

  test('that stands behind another of its collection leaves out what that one holds', async () => {
    const there = holdAt('before rows', 2)
    const first = await press('a', mintsOf(25))
    await there
    const second = await press('b', mintsOf(40))
    await expect(press('same', mintsOf(25))).rejects.toMatchObject({
      code: 'run.empty',
      message: expect.stringMatching(/is being minted into this collection already/),
    })
    const again = await press('c', mintsOf(25), { again: true })
    await restart()
    expect(await recipientsOf(first)).toEqual(mintsOf(25).map(({ recipient }) => recipient))
    expect(await recipientsOf(second)).toEqual(mintsOf(15, 25).map(({ recipient }) => recipient))
    expect(await recipientsOf(again)).toEqual(mintsOf(25).map(({ recipient }) => recipient))
    expect(await viewOf(second)).toMatchObject({ counts: { total: 15, queued: 15 } })
  })

  test('takes turns with that of another collection', async () => {
    const order: string[] = []
    point = (at) => void order.push(at)
    await Promise.all([press('a', mintsOf(50)), press('b', mintsOf(50), { collectionId: 'default-solana' })])
    const lead: number[] = []
    const pks = [await collectionPk(), await collectionPk('default-solana')]
    while (await store.db.selectFrom('entering').select('run_id').executeTakeFirst()) {
      const { rows: counts } = await sql<{ pk: number; n: number }>`
        select collection_pk as pk, count(*) as n from mints group by 1`.execute(store.db)
      const of = (pk: number | undefined) => counts.find((one) => one.pk === pk)?.n ?? 0
      lead.push(Math.abs(of(pks[0]) - of(pks[1])))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(Math.max(...lead)).toBeLessThanOrEqual(20)
    expect(order.filter((at) => at === 'after rows')).toHaveLength(10)
  })

  test('has an id of the caller once, though somebody took it since the press', async () => {
    const there = holdAt('before rows', 2)
    const named = mintsOf(25).map((mint, n) => ({ ...mint, id: `nft-${n}` }))
    const id = await press('a', named)
    await there
    const made = await store.db.selectFrom('mints').selectAll().limit(1).executeTakeFirstOrThrow()
    const { pk: _, ...mint } = made
    await store.db
      .insertInto('mints')
      .values({ ...mint, id: 'nft-20', action_id: 'nft-20', run_id: null, row: null, ordinal: null })
      .execute()
    await restart()
    expect(await viewOf(id)).toMatchObject({ entering: null, counts: { total: 24, queued: 24 } })
    expect(await recipientsOf(id)).toEqual(named.filter((one) => one.id !== 'nft-20').map(({ recipient }) => recipient))
  })
})
