import { createHash, hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { identifyNfts, type ReadyMint, readyMintsOf } from '../../../src/core/imports/ready/ready-mints.ts'
import { enterRows } from '../../../src/core/minting/runs/enter-rows.ts'
import type { NewRow } from '../../../src/core/store/import-sheet/rows.ts'
import { openSheet } from '../../../src/core/store/import-sheet/sheet.ts'
import { addAction } from '../../../src/core/store/journal/actions.ts'
import { addEntering, enteringOf } from '../../../src/core/store/journal/runs/entering.ts'
import { nftIdsOf } from '../../../src/core/store/journal/runs/nft-ids.ts'
import { addRun } from '../../../src/core/store/journal/runs/runs.ts'
import { attachedSheet } from '../../../src/core/store/sqlite/attached-sheet.ts'
import { openWithCollection } from '../../store/fresh-store.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mintdesk-added-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A row as a check may have found it; `repeated`: copies that were minted before. */
interface Row {
  to: number
  text: number | null
  hosted: boolean
  quantity: number
  named: boolean
  compressed: boolean | null
  status: 'ready' | 'warning' | 'error'
  occurrence: number
  repeated: number[]
}

const row: fc.Arbitrary<Row> = fc.record({
  to: fc.integer({ min: 0, max: 30 }),
  text: fc.option(fc.integer({ min: 0, max: 4 })),
  hosted: fc.boolean(),
  quantity: fc.integer({ min: 1, max: 3 }),
  named: fc.boolean(),
  compressed: fc.option(fc.boolean()),
  status: fc.constantFrom('ready', 'ready', 'warning', 'error'),
  occurrence: fc.integer({ min: 1, max: 2 }),
  repeated: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 1 }),
})

const recipientOf = (to: number) =>
  to % 3 === 0 ? `email:a${to}@example.com:polygon` : `polygon:0x${to.toString(16).padStart(40, '0')}`

function newRow({ to, text, hosted, quantity, named, compressed, status }: Row, place: number): NewRow {
  const recipient = recipientOf(to)
  const metadata = text === null || hosted ? null : `{"name":"Badge ${text}"}`
  const metadataUri = text !== null && hosted ? `https://example.com/${text}.json` : null
  const content = createHash('sha256').update(`${recipient} ${metadata} ${metadataUri}`).digest()
  const metadataHash = metadata === null ? null : hash('sha256', metadata)
  return {
    ...{ pos: place + 1, row: place + 2, cells: [], status, quantity, id: named ? `nft-${place}` : null },
    ...{ email: null, folded: null, notes: [], hidden: false, findings: [] },
    mint: { recipient, metadata, metadataHash, metadataUri, compressed, content },
  }
}

async function writeSheet(file: string, rows: readonly Row[], fungibility: string): Promise<void> {
  const sheet = openSheet(file, { create: true })
  const writer = sheet.writer()
  writer.setMeta('facts', { rules: { fungibility } })
  writer.insertRows(rows.map(newRow))
  const { default: SqliteDatabase } = await import('better-sqlite3')
  const db = new SqliteDatabase(file)
  for (const [place, { occurrence, repeated }] of rows.entries())
    db.prepare('update rows set occurrence = ?, repeated = ? where pos = ?').run(
      ...[occurrence, repeated.length === 0 ? null : JSON.stringify(repeated), place + 1],
    )
  db.close()
  await identifyNfts(sheet, writer)
  sheet.close()
}

async function expected(file: string): Promise<ReadyMint[]> {
  const sheet = openSheet(file, { readonly: true })
  const mints: ReadyMint[] = []
  for await (const mint of readyMintsOf(sheet)) mints.push(mint)
  sheet.close()
  return mints
}

test('a run has exactly the NFTs that its rows ask for, in their order, however they are cut into pieces', async () => {
  let n = 0
  const options = fc.record({
    rows: fc.array(row, { maxLength: 25 }),
    atOnce: fc.integer({ min: 1, max: 9 }),
    fungibility: fc.constantFrom('non-fungible', 'semi-fungible'),
    compressed: fc.boolean(),
    // Whether a run leaves out what is there, and which of its NFTs those are.
    leftOut: fc.option(fc.array(fc.boolean(), { minLength: 75, maxLength: 75 })),
    // Rows whose ids other actions of the project bear.
    taken: fc.uniqueArray(fc.nat(24), { maxLength: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(options, async ({ rows, atOnce, fungibility, compressed, leftOut, taken }) => {
      const dir = mkdtempSync(join(folder, `${++n}-`))
      const file = join(dir, 'sheet.db')
      await writeSheet(file, rows, fungibility)
      const all = (await expected(file)).map((mint, ordinal) => ({ ...mint, ordinal }))
      const wanted = all.filter(({ ordinal }) => leftOut?.[ordinal] !== true)
      const bits = Buffer.alloc(Math.ceil(all.length / 8))
      for (const { ordinal } of all)
        if (leftOut?.[ordinal]) bits.writeUInt8((bits[ordinal >> 3] ?? 0) | (1 << (ordinal & 7)), ordinal >> 3)
      const { db, close, collection } = await openWithCollection(dir)
      const run = { collection_pk: collection.pk, import_id: 'one' }
      await db.updateTable('collections').set({ fungibility }).where('pk', '=', collection.pk).execute()
      await db.transaction().execute(async (trx) => {
        await addRun(trx, {
          ...{ id: 'run', project_id: collection.project_id, ...run, name: 'a', content: 'a', repeat: 0, notice: null },
          ...{ state: 'running', total: wanted.length, unentered: wanted.length, quoted_fee: null, fee_ceiling: null },
          ...{ quote: null, created_at: 1, completed_at: null },
        })
        const units = wanted.reduce((sum, { quantity }) => sum + quantity, 0)
        const decided = { decided: 1 as const, again: 0 as const, minted_before: leftOut === null ? null : bits, units }
        await addEntering(trx, { run_id: 'run', ...decided, ...run, compressed: compressed ? 1 : 0 })
      })
      const others = new Set(taken.map((place) => `nft-${place}`))
      const burn = { projectId: collection.project_id, kind: 'nfts.delete', collectionPk: collection.pk } as const
      for (const id of others) await addAction(db, { ...burn, id, mintPk: null, work: {} }, 1)
      const attached = attachedSheet(db)
      await attached.attach(file)
      for (let now = await enteringOf(db, 'run'); now !== undefined; now = await enteringOf(db, 'run')) {
        const file = { nfts: all.length, runCreatedAt: 1 }
        await enterRows(db, now, { ...file, atOnce, now: 5, point: () => undefined })
      }
      const made = await db
        .selectFrom('mints')
        .leftJoin('metadata', 'metadata.hash', 'mints.metadata_hash')
        .selectAll('mints')
        .select('metadata.json')
        .orderBy('pk')
        .execute()
      const idAt = nftIdsOf('run')
      expect(
        made.map(({ id, row, ordinal, recipient, address, json, metadata_uri, content_hash, amount }) => ({
          ...{ id, row, ordinal, recipient, address, json, metadata_uri, amount },
          content: content_hash.toString('hex'),
        })),
      ).toEqual(
        wanted.map(({ id, row, ordinal, recipient, metadata, metadataUri, contentHash, quantity }) => ({
          ...{ id: id ?? idAt(ordinal), row, ordinal, recipient },
          address: recipient.startsWith('polygon:') ? recipient.slice('polygon:'.length) : null,
          ...{ json: metadata ?? null, metadata_uri: metadataUri ?? null, amount: quantity },
          content: contentHash.toString('hex'),
        })),
      )
      for (const { id, action_id } of made) {
        if (others.has(id)) expect(action_id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
        else expect(action_id).toBe(id)
      }
      const borne = await db.selectFrom('action_ids').select(['id', 'mint_pk']).execute()
      const byId = new Map(borne.map(({ id, mint_pk }) => [id, mint_pk]))
      for (const { pk, action_id } of made) expect(byId.get(action_id)).toBe(pk)
      for (const id of others) expect(byId.get(id)).toBeNull()
      expect(made.map((mint) => mint.compressed)).toEqual(wanted.map((mint) => Number(mint.compressed ?? compressed)))
      expect(new Set(made.map(({ template_pk }) => template_pk !== null))).toEqual(
        new Set(made.length === 0 ? [] : [fungibility === 'semi-fungible']),
      )
      const { waiting } = await db
        .selectFrom('waiting')
        .select(({ fn }) => fn.countAll<number>().as('waiting'))
        .executeTakeFirstOrThrow()
      expect(waiting).toBe(wanted.length)
      // Room is kept for no more, and the run holds no less than it said.
      expect(await db.selectFrom('entering').select('units').execute()).toEqual([])
      expect(await db.selectFrom('runs').select(['total', 'unentered']).execute()).toEqual([
        { total: wanted.length, unentered: 0 },
      ])
      await attached.detach()
      await close()
      rmSync(dir, { recursive: true, force: true })
    }),
    { numRuns: 60 },
  )
})
