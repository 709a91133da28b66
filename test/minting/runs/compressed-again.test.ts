import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ReadyMint } from '../../../src/core/imports/ready/ready-mints.ts'
import { createRun } from '../../../src/core/minting/runs/create-run.ts'
import { type Entering, openEntering } from '../../../src/core/minting/runs/entering.ts'
import { collectionByPk } from '../../../src/core/store/collections/collections.ts'
import { createProject } from '../../../src/core/store/installation/projects.ts'
import { failMints } from '../../../src/core/store/journal/batches.ts'
import { correctMint } from '../../../src/core/store/journal/corrections.ts'
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
const point = () => undefined
const clock = () => 1_000

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mintdesk-compressed-'))
  store = await openFreshStore(join(folder, 'a.db'))
  project = await createProject(store.db, { name: 'Practice', kind: 'practice' }, 1)
  rows = importedRows(folder)
  entering = openEntering({
    ...{ db: store.db, imports: rows.imports, minting, clock, atOnce: 10, point },
    ...{ runChanged: () => undefined, log: { warn: () => undefined } },
  })
})
afterEach(async () => {
  await entering.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const recipient = 'solana:4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB41'
const metadata = '{"image":"ipfs://x","name":"Badge"}'

/** A row with an id of its own, which says whether its NFT is compressed, or leaves that to the choice for the run. */
interface Row {
  says?: boolean
  chosen: boolean
}

/** Mints the NFT with the id `badge` from a file. */
async function mint(file: string, { says, chosen }: Row): Promise<void> {
  const one: ReadyMint = {
    ...{ row: 2, copy: 1, id: 'badge', recipient, metadata, quantity: 1 },
    ...(says === undefined ? {} : { compressed: says }),
    contentHash: hash('sha256', recipient + metadata, 'buffer'),
  }
  const options = { ...checkedImport.options, collectionId: 'default-solana', again: true }
  await rows.give({ ...checkedImport, id: file, options, counts: { ...checkedImport.counts, rows: 1 } }, [one])
  await createRun(
    { db: store.db, imports: rows.imports, minting, entering, clock, point },
    { project, importId: file, skipErrors: false, quote: null, feeCeiling: null, compressed: chosen },
  )
  await entering.idle()
}

const badge = () =>
  store.db.selectFrom('mints').select(['pk', 'run_id', 'collection_pk', 'compressed']).executeTakeFirstOrThrow()

async function fail(): Promise<void> {
  await failMints(store.db, [{ pk: (await badge()).pk, code: 'x', message: 'It failed.' }], 5)
}

for (const compressed of [true, false]) {
  const kind = compressed ? 'compressed' : 'not compressed'

  it(`a failed NFT whose row says ${kind} when it is minted again is ${kind}`, async () => {
    await mint('first', { says: !compressed, chosen: !compressed })
    await fail()
    await mint('second', { says: compressed, chosen: !compressed })
    expect((await badge()).compressed).toBe(Number(compressed))
  })

  it(`a failed NFT whose new run is ${kind} by choice is ${kind}`, async () => {
    await mint('first', { chosen: !compressed })
    await fail()
    await mint('second', { chosen: compressed })
    expect((await badge()).compressed).toBe(Number(compressed))
  })

  it(`an NFT that is ${kind} stays so when it is corrected`, async () => {
    await mint('first', { chosen: compressed })
    await fail()
    const { pk, run_id, collection_pk } = await badge()
    const collection = await collectionByPk(store.db, collection_pk)
    const draft = { recipient, address: null, metadata: null, reupload: true, contentHash: Buffer.from('other') }
    await store.db
      .transaction()
      .execute((trx) => correctMint(trx, { runId: run_id ?? '', pk, actionId: 'again' }, collection, draft, 7))
    expect((await badge()).compressed).toBe(Number(compressed))
  })
}
