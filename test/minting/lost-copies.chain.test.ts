/** What becomes of copies that a newer database had minted, when no list says which mints they were. */
import { createHash } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { unrecognisedCopies } from '../../src/core/store/collections/unrecognised-mints.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { removeDatabase } from '../core/trial-core.ts'
import { addPolygonCollection } from './add-collection.ts'
import { type EngineFolder, engineFolder } from './engine-folder.ts'
import { type OpenEngine, recipientOf, until } from './open-engine.ts'

const timing = { groupMs: 100, pollMs: 40 }

let folder: EngineFolder
beforeEach(async () => {
  folder = await engineFolder('lost-copies')
})
afterEach(() => folder.remove())

async function collectionOf({ db }: OpenEngine) {
  return await db.selectFrom('collections').selectAll().where('id', '=', 'copies').executeTakeFirstOrThrow()
}

/** Asks for copies, one for each of these people. */
async function ask(opened: OpenEngine, people: readonly number[]): Promise<void> {
  const collection = await collectionOf(opened)
  const drafts = people.map((person) => {
    const [id, address] = [`copy-${person}`, recipientOf(person)]
    const contentHash = createHash('sha256').update(id).digest()
    const metadata = { uri: 'https://example.com/copy.json' }
    return { ...{ id, recipient: `polygon:${address}`, address, reupload: false }, metadata, contentHash }
  })
  await opened.db.transaction().execute((tx) => enqueueMints(tx, collection, drafts, { now: Date.now() }))
  opened.engine.wake(collection.pk)
}

const minted = (opened: OpenEngine, count: number) =>
  until(`${count} are minted`, async () => {
    const rows = await mintsNow(opened.db).select('mints.pk').where('state', '=', 'succeeded').execute()
    return rows.length === count
  })

it('they are minted once more when a person goes on, as the sentence says; a run would be told how many there are', async () => {
  const first = await folder.open({ timing })
  await addPolygonCollection(first, 'copies', 'semi-fungible')
  await ask(first, [0])
  await minted(first, 1)
  await folder.close(first)
  const copy = join(folder.dir, 'copy.db')
  copyFileSync(join(folder.dir, 'mintdesk.db'), copy)

  const later = await folder.open({ timing })
  await ask(later, [1, 2, 3])
  await minted(later, 4)
  await folder.close(later)

  await removeDatabase(folder.dir)
  await cp(copy, join(folder.dir, 'mintdesk.db'))
  for (const lost of ['content', 'lists']) await rm(join(folder.dir, lost), { recursive: true, force: true })
  const restored = await folder.open({ timing })
  const { db, engine, chains } = restored
  // In another order, so that their job does not say which mints they are.
  await ask(restored, [3, 1])
  await until('it stops', async () => (await collectionOf(restored)).halted !== null)
  const { pk, halted } = await collectionOf(restored)
  expect(halted).toMatch(
    /list cannot be read.* “mintdesk collections resume copies”: no copy .* is known again: what is asked for again is minted once more\.$/,
  )
  await engine.resumeCollection(pk)
  await until('it sees that a newer copy minted', async () => (await collectionOf(restored)).other_writer !== null)
  await engine.takeOver(pk)
  await minted(restored, 3)
  expect(await unrecognisedCopies(db, pk)).toBe(3)
  const { contract_address: contract } = await collectionOf(restored)
  const client = await chains.client('practice', 'polygon')
  const tokens = await db.selectFrom('templates').select('token_id').where('collection_pk', '=', pk).execute()
  expect(tokens).toHaveLength(1)
  const tokenId = tokens[0]?.token_id ?? 0
  const balances = await Promise.all(
    [0, 1, 2, 3].map((person) => client.copies?.balance(contract ?? '', recipientOf(person), tokenId)),
  )
  expect(balances).toEqual([1n, 2n, 1n, 2n])
})
