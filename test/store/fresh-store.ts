import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CollectionRow, findCollection } from '../../src/core/store/collections/collections.ts'
import { firstProject } from '../../src/core/store/installation/projects.ts'
import { type OpenStore, openStore } from '../../src/core/store/sqlite/open.ts'

/** A database as a new one is, made once by whoever loads this file. */
let made: Promise<Buffer> | undefined

async function makeOne(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'mintdesk-fresh-'))
  try {
    const file = join(folder, 'mintdesk.db')
    const { db, close } = openStore(file)
    // A store that nobody asked anything leaves its database in the write-ahead log.
    await db.selectFrom('projects').select('id').execute()
    await close()
    return readFileSync(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Opens a database; a new one begins as a copy, which takes a twentieth of what making the schema takes. */
export async function openFreshStore(file: string): Promise<OpenStore> {
  made ??= makeOne()
  if (!existsSync(file)) writeFileSync(file, await made, { mode: 0o600 })
  return openStore(file)
}

/** A database in a folder, and the default collection of its first project. */
export async function openWithCollection(dir: string): Promise<OpenStore & { collection: CollectionRow }> {
  const store = await openFreshStore(join(dir, 'mintdesk.db'))
  const { id } = await firstProject(store.db, 1)
  const collection = await findCollection(store.db, id, 'default-polygon')
  if (!collection) throw new Error('no default collection')
  return { ...store, collection }
}
