/** Which failed NFT a correction is of, where ids are numbers as rows are. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { check } from '../../../src/core/api/http/validation.ts'
import { type CorrectionDeps, planCorrection } from '../../../src/core/minting/runs/correct.ts'
import { findCollection } from '../../../src/core/store/collections/collections.ts'
import { firstProject } from '../../../src/core/store/installation/projects.ts'
import { addRun, findRun } from '../../../src/core/store/journal/runs/runs.ts'
import type { OpenStore } from '../../../src/core/store/sqlite/open.ts'
import { namedNft, writtenNftId } from '../../../src/shared/app-api/named-nft.ts'
import { type CorrectionRequest, correctionRequest } from '../../../src/shared/app-api.ts'
import { addMintsOfRun } from '../../store/add-mints-of-run.ts'
import { openFreshStore } from '../../store/fresh-store.ts'
import { recipient, temporaryFolder } from '../simulated/world.ts'

let folder: string
let store: OpenStore

/** A run of rows 2 to 9 with the ids 1 to 8, of which all failed but that of row 4; the last row has two NFTs. */
beforeEach(async () => {
  folder = await temporaryFolder()
  store = await openFreshStore(join(folder, 'mintdesk.db'))
  const { db } = store
  const { id: projectId } = await firstProject(db, 1)
  const collection = await findCollection(db, projectId, 'default-polygon')
  if (!collection) throw new Error('no default collection')
  const ids = ['1', '2', '3', '4', '5', '6', '7', '8', '8#2']
  await addRun(db, {
    ...{ id: 'run', project_id: projectId, collection_pk: collection.pk, import_id: null, name: 'r', content: 'c' },
    ...{ repeat: 0, state: 'finished', notice: null, total: ids.length, quoted_fee: null, created_at: 1 },
    completed_at: 2,
  })
  const drafts = ids.map((id, ordinal) => ({
    ...{ id, ordinal, row: 2 + Math.min(ordinal, 7), recipient: `polygon:${recipient(id)}`, address: recipient(id) },
    ...{
      metadata: { uri: `https://example.com/${ordinal}.json` },
      reupload: false,
      contentHash: Buffer.from([ordinal]),
    },
  }))
  await addMintsOfRun(db, collection, drafts, { now: 1, runId: 'run' })
  await db.updateTable('mints').set({ state: 'failed', error_message: 'no' }).execute()
  await db.updateTable('mints').set({ state: 'cancelled', error_message: null }).where('id', '=', '3').execute()
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

async function named(request: CorrectionRequest): Promise<{ id: string; row: number | null }> {
  const deps: CorrectionDeps = {
    ...{ db: store.db, clock: () => 3, minting: { wake: () => undefined }, mediaDir: async () => '' },
    metadata: { resolve: () => Promise.reject(new Error('not asked for')), forgetLinks: async () => undefined },
    contractsAmong: async () => [],
  }
  const run = await findRun(store.db, 'run')
  if (!run) throw new Error('no run')
  const { mint } = await planCorrection(deps, run, { ...request, recipient: 'nobody' })
  return { id: mint.id, row: mint.row }
}

it('a row is the row of the file, also where another NFT has its number as the id, and an id is an id', async () => {
  expect(await named(namedNft('6'))).toEqual({ id: '5', row: 6 })
  expect(await named(namedNft('id:6'))).toEqual({ id: '6', row: 7 })
  expect(await named({ nftId: '6' })).toEqual({ id: '6', row: 7 })
  expect(await named(namedNft('8#2'))).toEqual({ id: '8#2', row: 9 })
})

it('where none of a row failed but one with its number as the id, that is said with how it is named', async () => {
  await expect(named({ row: 4 })).rejects.toMatchObject({
    code: 'run.row',
    message:
      'No NFT of row 4 of this run has failed: if the one with the id 4 is meant, which is of row 5, write id:4.',
  })
  for (const request of [{ row: 3_000 }, { nftId: 'x' }])
    await expect(named(request)).rejects.toMatchObject({ message: expect.stringContaining('"runs show"') })
})

it('where several NFTs of a row failed, each is named as it can be written', async () => {
  await expect(named({ row: 9 })).rejects.toThrow(
    '2 NFTs of row 9 have failed: name one by its id, which is one of id:8, 8#2.',
  )
})

it('a request names an NFT in one way', () => {
  const faults = (request: object) => {
    const read = check(correctionRequest, request)
    return read.ok ? [] : read.faults.map(({ message }) => message)
  }
  const both = 'Name the failed NFT by row, the number that a spreadsheet program shows, or by nftId: by one of both.'
  expect(faults({ row: 6 })).toEqual([])
  expect(faults({ nftId: '6' })).toEqual([])
  expect(faults({ recipient: 'x' })).toEqual([both])
  expect(faults({ row: 6, nftId: '6' })).toEqual([both])
  expect(faults({ row: '6' })).toHaveLength(1)
  expect(faults({ row: 0 })).toHaveLength(1)
  expect(faults({ nftId: '' })).toHaveLength(1)
})

it('every id can be written', () => {
  const ids = fc.oneof(fc.string({ minLength: 1 }), fc.stringMatching(/^(id:)?\d{1,12}$/))
  fc.assert(fc.property(ids, (nftId) => void expect(namedNft(writtenNftId(nftId))).toEqual({ nftId })))
  expect(['a-1', '7', 'id:7', '20261231235959'].map(writtenNftId)).toEqual([
    ...['a-1', 'id:7', 'id:id:7', '20261231235959'],
  ])
})
