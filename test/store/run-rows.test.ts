import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findCollection } from '../../src/core/store/collections/collections.ts'
import { firstProject } from '../../src/core/store/installation/projects.ts'
import { failMints, markPrepared } from '../../src/core/store/journal/batches.ts'
import { commitComposition } from '../../src/core/store/journal/compose-batches.ts'
import { type RunRowFilter, runMints } from '../../src/core/store/journal/runs/run-rows.ts'
import { addRun } from '../../src/core/store/journal/runs/runs.ts'
import { enterMinted } from '../../src/core/store/journal/settle-batches.ts'
import { settleMinted } from '../../src/core/store/journal/settle-minted.ts'
import { commitSigned } from '../../src/core/store/journal/sign-transactions.ts'
import { openStore } from '../../src/core/store/sqlite/open.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { addMintsOfRun } from './add-mints-of-run.ts'

const total = 24
const run = { id: 'run', collection_pk: 0, total, unentered: 0 }

test('pages of a run by state hold each of its rows once, wherever they begin', async () => {
  const dir = await temporaryFolder()
  const { db, close } = openStore(join(dir, 'mintdesk.db'))
  try {
    const { id: projectId } = await firstProject(db, 1)
    const collection = await findCollection(db, projectId, 'default-polygon')
    if (!collection) throw new Error('no default collection')
    run.collection_pk = collection.pk
    await addRun(db, {
      ...{ id: run.id, project_id: projectId, collection_pk: collection.pk, import_id: null, name: 'r', content: 'c' },
      ...{ repeat: 0, state: 'running', notice: null, total, quoted_fee: null, created_at: 1, completed_at: null },
    })
    const drafts = Array.from({ length: total }, (_, ordinal) => ({
      ...{
        id: `m${ordinal}`,
        recipient: `polygon:0x${ordinal}`,
        address: `0x${ordinal}`,
        metadata: null,
        reupload: false,
      },
      ...{ contentHash: Buffer.from([ordinal]), ordinal, row: ordinal + 2 },
    }))
    await addMintsOfRun(db, collection, drafts, { now: 1, runId: run.id })
    const rows = await db.selectFrom('mints').select(['pk', 'ordinal']).orderBy('ordinal').execute()
    const mintsOf = (from: number, to: number) => rows.slice(from, to).map(({ pk }) => ({ pk }))
    const compose = (from: number, to: number) => ({
      ...{ collectionPk: collection.pk, runId: run.id, jobId: `job ${from}`, kind: 'batch' as const },
      mints: mintsOf(from, to),
    })
    const batches = (await commitComposition(db, [compose(0, 5), compose(5, 9), compose(9, 15)], 1)) ?? []
    await markPrepared(
      db,
      batches.map((pk) => ({ pk, folder: 'folder' })),
    )
    const signed = batches.map((batchPk, sequence) => ({
      ...{ network: 'practice:polygon', signer: '0x1', sequence, purpose: 'mint' as const, batchPk, actionPk: null },
      ...{
        collectionPk: collection.pk,
        transferPk: null,
        runId: null,
        call: '{}',
        hash: `0x${sequence}`,
        raw: Buffer.alloc(1),
      },
      ...{ maxFee: 1n, priorityFee: 1n },
    }))
    const committed = await commitSigned(db, null, signed, 1)
    const inclusion = { hash: 'h', blockNumber: 1, blockHash: 'b', gasUsed: 1n, fee: 1n }
    await settleMinted(
      db,
      committed.slice(0, 2).map(({ transactionPk }, at) => ({
        ...{ transactionPk, batchPk: batches[at] ?? 0, firstTokenId: 1 + at * 5, inclusion },
      })),
      2,
    )
    await failMints(
      db,
      mintsOf(20, 22).map(({ pk }) => ({ pk, code: 'x', message: 'x' })),
      2,
    )
    // Found on the chain without a batch of ours.
    await enterMinted(
      db,
      mintsOf(22, 24).map(({ pk }, at) => ({ pk, tokenId: 90 + at, txHash: 't' })),
      2,
    )
    const span = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
    const expected: Record<RunRowFilter, number[]> = {
      all: span(0, total),
      pending: [...span(9, 15), ...span(15, 20)],
      succeeded: [...span(0, 9), 22, 23],
      failed: [20, 21],
      cancelled: [],
    }
    for (const [filter, ordinals] of Object.entries(expected) as [RunRowFilter, number[]][])
      for (const limit of [1, 3, 100])
        for (let offset = 0; offset <= ordinals.length; offset++) {
          const page = await runMints(db, run, { filter, offset, limit })
          expect(
            page.map(({ ordinal }) => ordinal),
            `${filter} ${offset} ${limit}`,
          ).toEqual(ordinals.slice(offset, offset + limit))
        }
  } finally {
    await close()
    await rm(dir, { recursive: true, force: true })
  }
})
