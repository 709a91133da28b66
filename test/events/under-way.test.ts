import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { unsettledBatches } from '../../src/core/journal/states.ts'
import type { CollectionRow } from '../../src/core/store/collections/collections.ts'
import { isWorkOutsideRuns, workOutsideRuns } from '../../src/core/store/outbox/under-way.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { addMintsOfRun } from '../store/add-mints-of-run.ts'
import { enterMints, mintBatch } from '../store/minted-batch.ts'
import { openInOwnFolder } from '../store/own-folder.ts'

let store: OpenStore & { collection: CollectionRow }
beforeEach(async () => {
  store = await openInOwnFolder()
  // Its creation would be work of its own.
  await store.db.updateTable('collections').set({ state: 'deployed' }).execute()
})
afterEach(() => store.close())

const found = () => isWorkOutsideRuns(store.db)
const halt = (sentence: string | null) =>
  store.db.updateTable('collections').set({ halted: sentence }).where('pk', '=', store.collection.pk).execute()

it('is a mint that came by the API, from when it is asked for until it is minted', async () => {
  const { db, collection } = store
  expect(await found()).toBe(false)
  const pks = await enterMints(db, collection, 'm', 3)
  expect(await found()).toBe(true)
  const batchPk = await mintBatch(db, collection.pk, pks, 1)
  expect(await found()).toBe(false)
  for (const state of unsettledBatches) {
    await db.updateTable('batches').set({ state, settled_at: null }).where('pk', '=', batchPk).execute()
    expect(await found(), state).toBe(true)
  }
})

it('is nothing of a collection that is stopped until a person decides', async () => {
  await enterMints(store.db, store.collection, 'm', 1)
  await halt('Somebody else mints.')
  expect(await found()).toBe(false)
  await halt(null)
  expect(await found()).toBe(true)
})

it('is not a run, which is followed by its events', async () => {
  const { db, collection } = store
  await sql`insert into runs (id, project_id, collection_pk, name, content, repeat, state, total, unentered, created_at)
    values ('r', ${collection.project_id}, ${collection.pk}, 'r', 'c', 0, 'running', 1, 1, 1)`.execute(db)
  const draft = { id: 'a', recipient: 'polygon:0x1', address: '0x1', metadata: null, reupload: true }
  await addMintsOfRun(db, collection, [{ ...draft, contentHash: Buffer.from('a') }], { now: 1, runId: 'r' })
  expect(await db.selectFrom('waiting').selectAll().execute()).toHaveLength(1)
  expect(await found()).toBe(false)
})

it.each([
  ['a change or a burn', 'actions'],
  ['a transfer', 'transfers'],
])('is %s, until it has ended', async (_name, table) => {
  const { db, collection } = store
  if (table === 'actions')
    await sql`insert into actions (project_id, id, kind, collection_pk, status, work, started_at)
      values (${collection.project_id}, 'a', 'nfts.delete', ${collection.pk}, 'pending', '{}', 1)`.execute(db)
  else
    await sql`insert into transfers (project_id, id, chain, network, signer, contract, token_id, status, work, request, since, started_at)
      values (${collection.project_id}, 'a', 'polygon', 'practice:polygon', '0x1', '0x2', '1', 'pending', '{}', '{}', 0, 1)`.execute(
      db,
    )
  expect(await found()).toBe(true)
  await sql`update ${sql.table(table)} set status = 'failed', completed_at = 2`.execute(db)
  expect(await found()).toBe(false)
})

it('is a hand-over while it runs, and neither before nor while it is paused', async () => {
  const { db, collection } = store
  await sql`insert into hand_overs (id, project_id, name, state, headers, collections, findings, fee_ceilings, quotes, created_at)
    values ('h', ${collection.project_id}, 'h', 'checked', '[]', '[]', '[]', '{}', '{}', 1)`.execute(db)
  for (const [state, is] of [
    ['checked', false],
    ['running', true],
    ['paused', false],
    ['running', true],
    ['finished', false],
  ] as const) {
    await db.updateTable('hand_overs').set({ state }).execute()
    expect(await found(), state).toBe(is)
  }
})

it('is found by indexes: however many mints, batches, changes and transfers there were, none of them is read', async () => {
  const statement = workOutsideRuns.compile(store.db).sql
  const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(statement)}`.execute(store.db)
  const steps = plan.rows.map(({ detail }) => detail)
  const scans = steps.filter((detail) => detail.startsWith('SCAN') && !/CONSTANT ROW/.test(detail))
  expect(
    scans.filter(
      (detail) => !/^SCAN (c|hand_overs)\b/.test(detail) && !/USING (COVERING )?INDEX transfers_pending/.test(detail),
    ),
  ).toEqual([])
  expect(steps.join('\n')).toMatch(/batches_open/)
  expect(steps.join('\n')).toMatch(/actions_pending/)
})
