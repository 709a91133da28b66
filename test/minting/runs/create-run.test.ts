import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { knownNetworks } from '../../../src/core/chains/networks.ts'

import type { ReadyMint } from '../../../src/core/imports/ready/ready-mints.ts'
import { createRunControl } from '../../../src/core/minting/runs/control.ts'
import { createRun } from '../../../src/core/minting/runs/create-run.ts'
import { type Entering, openEntering } from '../../../src/core/minting/runs/entering.ts'
import { hostedAmong } from '../../../src/core/minting/runs/hosted-metadata.ts'
import { runView } from '../../../src/core/minting/runs/view.ts'
import { createProject } from '../../../src/core/store/installation/projects.ts'
import { nftIdsOf } from '../../../src/core/store/journal/runs/nft-ids.ts'
import { runCounts } from '../../../src/core/store/journal/runs/run-figures.ts'
import { runMints } from '../../../src/core/store/journal/runs/run-rows.ts'
import { findRun, type RunRecord } from '../../../src/core/store/journal/runs/runs.ts'
import type { OpenStore } from '../../../src/core/store/sqlite/open.ts'
import type { Import, Project } from '../../../src/shared/app-api.ts'
import { openFreshStore } from '../../store/fresh-store.ts'
import { checkedImport as source } from './checked-import.ts'
import { type ImportedRows, importedRows } from './imported-rows.ts'

const uuid8 = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

let folder = ''
let store: OpenStore
let project: Project
let woken: number[] = []
let rows: ImportedRows
let entering: Entering
let point: (name: string) => void

function openRows(atOnce = 500): void {
  const minting = { wake: (pk: number) => void woken.push(pk) }
  const log = { warn: () => undefined }
  entering = openEntering({
    ...{ db: store.db, imports: rows.imports, minting, clock: () => 1_000, log, atOnce },
    ...{ runChanged: () => undefined, point: (name) => point(name) },
  })
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mintdesk-runs-'))
  store = await openFreshStore(join(folder, 'a.db'))
  project = await createProject(store.db, { name: 'Practice', kind: 'practice' }, 1)
  woken = []
  point = () => undefined
  rows = importedRows(folder)
  openRows()
})
afterEach(async () => {
  await entering.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

function mintOf(n: number, id?: string): ReadyMint {
  const recipient = `polygon:0x${n.toString(16).padStart(40, '0')}`
  const metadata = `{"image":"ipfs://x","name":"Badge ${n}"}`
  return {
    row: n + 2,
    copy: 1,
    recipient,
    metadata,
    quantity: 1,
    ...(id === undefined ? {} : { id }),
    contentHash: createHash('sha256')
      .update(recipient + metadata)
      .digest(),
  }
}

const mintsOf = (count: number): ReadyMint[] => Array.from({ length: count }, (_, n) => mintOf(n))

interface Given {
  options?: Partial<Import['options']>
  id?: string
  errors?: number
  /** What was chosen for rows that do not say whether they are compressed. */
  compressed?: boolean
}

const quote = { low: '6', expected: '7', high: '14', contract: '2' }

/** Presses Mint for a file that was checked just now, or before where it was `given`. */
async function press(mints: readonly ReadyMint[], given: Given = {}, skipErrors = false): Promise<string> {
  const id = given.id ?? source.id
  await rows.give(
    {
      ...source,
      id,
      options: { ...source.options, ...given.options },
      counts: { ...source.counts, rows: mints.length, errors: given.errors ?? 0 },
    },
    mints,
  )
  return await pressAgain(id, given, skipErrors)
}

function pressAgain(
  importId = source.id,
  given: Given = {},
  skipErrors = false,
  imports = rows.imports,
): Promise<string> {
  const { db } = store
  const minting = { wake: (pk: number) => void woken.push(pk) }
  return createRun(
    { db, imports, minting, entering, clock: () => 1_000, point },
    { project, importId, skipErrors, quote, feeCeiling: 50n, compressed: given.compressed ?? true },
  )
}

/** The same, and all rows are entered. */
async function make(...given: Parameters<typeof press>): Promise<string> {
  const id = await press(...given)
  await entering.idle()
  return id
}

async function recordOf(id: string): Promise<RunRecord> {
  const record = await findRun(store.db, id)
  if (record === undefined) throw new Error(`no run ${id}`)
  return record
}

const idsOf = async (run: string): Promise<string[]> =>
  (await runMints(store.db, await recordOf(run), { filter: 'all', offset: 0, limit: 500 })).map(({ id }) => id)

const countOf = async (table: 'mints' | 'runs'): Promise<number> =>
  (
    await store.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

/** Presses Mint for a file that another window changes before its turn comes, which leaves two rows to be minted. */
async function pressWhile(change: Pick<Given, 'options' | 'errors'>, skipErrors = false): Promise<string> {
  await rows.give(source, mintsOf(3))
  return await pressAgain(source.id, {}, skipErrors, {
    ...rows.imports,
    async whileUnchanged(id, use) {
      const counts = { ...source.counts, errors: change.errors ?? 0 }
      await rows.give({ ...source, options: { ...source.options, ...change.options }, counts }, mintsOf(2))
      return await rows.imports.whileUnchanged(id, use)
    },
  })
}

describe('a run', () => {
  test('is of the file as it is when its turn comes: it goes nowhere else, and no wrong row is left out unasked', async () => {
    await expect(pressWhile({ options: { collectionId: 'another' } })).rejects.toMatchObject({ code: 'run.changed' })
    await expect(pressWhile({ errors: 1 })).rejects.toMatchObject({ code: 'run.errors' })
    expect(await countOf('runs')).toBe(0)
    expect((await recordOf(await pressWhile({ errors: 1 }, true))).total).toBe(2)
  })

  test('holds every row once, in the order of the file, and begins', async () => {
    const id = await make(mintsOf(1_234))
    const pol = (amount: string) => ({ amount, currency: 'POL', decimals: 18 })
    const view = await runView(store.db, await recordOf(id), 2_000, { notice: () => null }, 0, knownNetworks())
    expect(view).toMatchObject({
      id,
      name: 'badges.csv',
      state: 'running',
      quotedFee: pol('7'),
      quote: { low: pol('6'), expected: pol('7'), high: pol('14') },
      feeCeiling: '50',
      // Nothing is paid yet, so the rest is the whole quote.
      restFee: pol('7'),
      feeDifference: 0,
      waitsFor: null,
      counts: { total: 1_234, queued: 1_234, succeeded: 0 },
      closedAt: null,
    })
    // A remark stops nothing.
    const remark = { for: 'network', text: 'The marks are damaged.', missing: null, address: null } as const
    const noted = (isRemark: boolean) => ({ notice: () => ({ ...remark, isRemark }) })
    const seen = async (isRemark: boolean) =>
      runView(store.db, await recordOf(id), 2_000, noted(isRemark), 0, knownNetworks())
    expect(await seen(true)).toMatchObject({ state: 'running', notice: remark.text, waitsFor: null })
    expect(await seen(false)).toMatchObject({ state: 'waiting', notice: remark.text, waitsFor: { what: 'network' } })
    // As a core sees it that was opened after it began.
    const later = await runView(store.db, await recordOf(id), 9_000, { notice: () => null }, 8_000, knownNetworks())
    expect(later.closedAt).toBe(0)
    const page = await runMints(store.db, await recordOf(id), { filter: 'all', offset: 1_230, limit: 10 })
    expect(page.map(({ row, ordinal, name }) => ({ row, ordinal, name }))).toEqual(
      [1_230, 1_231, 1_232, 1_233].map((n) => ({ row: n + 2, ordinal: n, name: `Badge ${n}` })),
    )
    expect(woken.length).toBeGreaterThan(1)
  })

  test('of which some failed is compared with what the quote said of the others: those cost nothing, and make no quote wrong', async () => {
    const record = await recordOf(await make(mintsOf(14)))
    const view = () => runView(store.db, record, 2_000, { notice: () => null }, 0, knownNetworks())
    expect(await view()).toMatchObject({ quotedForOthers: null, feeDifference: 0 })
    const failNext = (below: number) =>
      store.db
        .updateTable('mints')
        .set({ state: 'failed', error_code: 'image', error_message: 'It is not there.' })
        .where('ordinal', '<', below)
        .execute()
    await failNext(8)
    expect(await view()).toMatchObject({ quotedForOthers: { amount: '4' }, restFee: { amount: '4' }, feeDifference: 0 })
    await failNext(14)
    expect(await view()).toMatchObject({ quotedForOthers: null, quotedFee: { amount: '7' }, feeDifference: null })
  })

  test('and its NFTs have the same ids on another machine', async () => {
    const id = await make(mintsOf(3))
    const ids = await idsOf(id)
    await entering.close()
    await store.close()
    store = await openFreshStore(join(folder, 'other.db'))
    project = await createProject(store.db, { name: 'Other', kind: 'practice' }, 9)
    openRows()
    const elsewhere = await make(mintsOf(3), { id: 'import-9' })
    expect(elsewhere).toBe(id)
    expect(await idsOf(elsewhere)).toEqual(ids)
    for (const nft of ids) expect(nft).toMatch(uuid8)
  })

  test('and the ids of its NFTs ascend with their places, however many there are', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(2 ** 32 - 1), fc.nat(2 ** 32 - 1), (run, one, other) => {
        const order = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
        expect(order(nftIdsOf(run)(one), nftIdsOf(run)(other))).toBe(order(one, other))
        expect(nftIdsOf(run)(one)).toMatch(uuid8)
      }),
    )
  })

  test('of a semi-fungible collection mints each row’s balance, which the supply limit counts', async () => {
    const made = { collectionId: 'default-polygon', again: true }
    await store.db.updateTable('collections').set({ fungibility: 'semi-fungible', supply_limit: 12 }).execute()
    const balances = [7, 5].map((quantity, n) => ({ ...mintOf(n), quantity }))
    const run = await make(balances, { options: made })
    const amounts = store.db.selectFrom('mints').select('amount').where('run_id', '=', run).orderBy('ordinal')
    expect(await amounts.execute()).toEqual([{ amount: 7 }, { amount: 5 }])
    await expect(make([mintOf(9)], { id: 'import-2', options: made })).rejects.toMatchObject({
      code: 'supply.exceeded',
    })
  })

  test('on Solana is compressed or not as was chosen, but where a row says it', async () => {
    const onSolana = (n: number, compressed?: boolean): ReadyMint => ({
      ...mintOf(n),
      recipient: `solana:4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4${n + 1}`,
      ...(compressed === undefined ? {} : { compressed }),
    })
    const rows = [onSolana(0), onSolana(1, true), onSolana(2, false)]
    const kindsOf = async (given: Given) => {
      const run = await make(rows, { ...given, options: { collectionId: 'default-solana', again: true } })
      const found = store.db.selectFrom('mints').select('compressed').where('run_id', '=', run).orderBy('ordinal')
      return (await found.execute()).map(({ compressed }) => compressed)
    }
    expect(await kindsOf({})).toEqual([1, 1, 0])
    expect(await kindsOf({ compressed: false, id: 'import-2' })).toEqual([0, 1, 0])
    const priced = async (compressed: boolean) =>
      (
        await hostedAmong(
          (async function* () {
            yield* rows
          })(),
          compressed,
        )
      ).accounts
    expect(await priced(true)).toBe(1)
    expect(await priced(false)).toBe(2)
    // Elsewhere nothing is.
    const run = await make(mintsOf(1), { id: 'import-3' })
    const { compressed } = await store.db
      .selectFrom('mints')
      .select('compressed')
      .where('run_id', '=', run)
      .executeTakeFirstOrThrow()
    expect(compressed).toBe(0)
  })

  test('asked for twice is one run', async () => {
    const id = await make(mintsOf(5))
    expect(await make(mintsOf(5))).toBe(id)
    expect(await make(mintsOf(5), { options: { again: true } })).toBe(id)
    expect(await countOf('mints')).toBe(5)
  })

  test('leaves out rows that were minted before, unless they are wanted again', async () => {
    await make(mintsOf(5))
    await expect(make(mintsOf(5), { id: 'import-2' })).rejects.toMatchObject({ code: 'run.empty' })
    const more = await make(mintsOf(7), { id: 'import-2' })
    expect((await recordOf(more)).total).toBe(2)
    const again = await make(mintsOf(5), { id: 'import-3', options: { again: true } })
    expect((await recordOf(again)).total).toBe(5)
    expect(await countOf('mints')).toBe(12)
  })

  test('mints an id of the caller once, and takes up one that failed', async () => {
    const first = await make([mintOf(1, 'a'), mintOf(2, 'b')])
    await store.db
      .updateTable('mints')
      .set({ state: 'failed', error_code: 'x', error_message: 'y', completed_at: 5 })
      .where('id', '=', 'b')
      .execute()
    const second = await make([mintOf(8, 'a'), mintOf(9, 'b'), mintOf(10, 'c')], { id: 'import-2' })
    expect(await idsOf(second)).toEqual(['b', 'c'])
    expect(await idsOf(first)).toEqual(['a'])
    const left = await runCounts(store.db, await recordOf(first))
    expect(left).toMatchObject({ total: 1, queued: 1, failed: 0, cancelled: 0 })
    const [taken] = await runMints(store.db, await recordOf(second), { filter: 'all', offset: 0, limit: 1 })
    expect(taken).toMatchObject({ id: 'b', state: 'queued', name: 'Badge 9', row: 11, error_message: null })
  })

  test('is not made of a file with errors, unless those rows may stay out', async () => {
    await expect(make(mintsOf(2), { errors: 3 })).rejects.toMatchObject({ code: 'run.errors' })
    expect((await recordOf(await make(mintsOf(2), { errors: 3 }, true))).total).toBe(2)
  })

  test('keeps to the supply limit of its collection', async () => {
    await store.db.updateTable('collections').set({ supply_limit: 6 }).execute()
    await make(mintsOf(4))
    await expect(make(mintsOf(7), { id: 'import-2' })).rejects.toMatchObject({ code: 'supply.exceeded' })
    expect(await countOf('mints')).toBe(4)
  })
})

describe('what a person does to a run', () => {
  const control = () => createRunControl(store.db, { wake: (pk) => woken.push(pk) }, () => 9_000)
  const stateOf = async (id: string) => (await recordOf(id)).state

  test('pause and resume', async () => {
    const id = await make(mintsOf(2))
    await control().pause(await recordOf(id))
    expect(await stateOf(id)).toBe('paused')
    await control().resume(await recordOf(id))
    expect(await stateOf(id)).toBe('running')
  })

  test('cancel gives up what is not signed, and is complete when the rest is settled', async () => {
    const id = await make(mintsOf(6))
    const { collection_pk } = await recordOf(id)
    // Two batches of two: one composed, one signed.
    for (const [place, state] of (['composed', 'signed'] as const).entries()) {
      const { pk } = await store.db
        .insertInto('batches')
        .values({
          collection_pk,
          run_id: id,
          job_id: `0x${place}`,
          kind: 'batch',
          size: 2,
          folder: null,
          state,
          transaction_pk: null,
          first_token_id: null,
          created_at: 1,
          settled_at: null,
        })
        .returning('pk')
        .executeTakeFirstOrThrow()
      for (const n of [0, 1]) {
        const { pk: mint_pk } = await store.db
          .selectFrom('mints')
          .select('pk')
          .where('ordinal', '=', place * 2 + n)
          .executeTakeFirstOrThrow()
        await store.db.deleteFrom('waiting').where('mint_pk', '=', mint_pk).execute()
        await store.db.insertInto('members').values({ mint_pk, batch_pk: pk, place: n }).execute()
      }
    }
    await control().cancel(await recordOf(id))
    const counts = await runCounts(store.db, await recordOf(id))
    expect(counts).toEqual({ total: 6, queued: 0, prepared: 0, sent: 2, succeeded: 0, failed: 0, cancelled: 4 })
    expect((await recordOf(id)).completed_at).toBeNull()

    await store.db
      .updateTable('batches')
      .set({ state: 'succeeded', first_token_id: 1, settled_at: 2 })
      .where('state', '=', 'signed')
      .execute()
    await control().moved(id)
    expect((await recordOf(id)).completed_at).toBe(9_000)
    await expect(control().resume(await recordOf(id))).rejects.toMatchObject({ code: 'run.state' })
  })

  test('retry lets those wait again that failed and whose transaction is over', async () => {
    const id = await make(mintsOf(3))
    await expect(control().retry(await recordOf(id))).rejects.toMatchObject({ code: 'run.state' })
    await store.db
      .updateTable('mints')
      .set({ state: 'failed', error_code: 'x', error_message: 'y', completed_at: 5 })
      .where('ordinal', '=', 1)
      .execute()
    await store.db.updateTable('runs').set({ state: 'finished', completed_at: 6 }).execute()
    await control().retry(await recordOf(id))
    expect(await recordOf(id)).toMatchObject({ state: 'running', completed_at: null })
    expect((await runCounts(store.db, await recordOf(id))).queued).toBe(3)
  })
})
