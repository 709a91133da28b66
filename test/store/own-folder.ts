import { rm } from 'node:fs/promises'
import type { CollectionRow } from '../../src/core/store/collections/collections.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { openWithCollection } from './fresh-store.ts'

/** A database with a collection, in a folder of its own that goes when the store is closed. */
export async function openInOwnFolder(): Promise<OpenStore & { collection: CollectionRow }> {
  const dir = await temporaryFolder()
  const store = await openWithCollection(dir)
  return {
    ...store,
    async close() {
      await store.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
