import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, expect, it, vi } from 'vitest'
import type { OpenEngine } from '../minting/open-engine.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { ended, newTape, nodeFor, onChain, openSolana } from './world.ts'

let world: OpenEngine | undefined
afterEach(() => world?.close())

/** Mints of the API, one of which is an account of its own. */
async function addMints(ids: readonly string[]): Promise<void> {
  await world?.addMints(ids, { compressed: (id) => !id.startsWith('own') })
}

it('an older copy of the database mints nothing twice that is asked for again after the chain was read, and names it', async () => {
  await newTape('copy')
  const dir = await temporaryFolder()
  const file = join(dir, 'mintdesk.db')
  world = await openSolana(dir, nodeFor('copy'))
  await addMints(['first-1'])
  await ended(world)
  await world.close()
  const opened = new SqliteDatabase(file)
  opened.exec(`vacuum into '${join(dir, 'older.db')}'`)
  opened.close()

  world = await openSolana(dir, nodeFor('copy'))
  await addMints(['second-2', 'own-3'])
  const newer = new Map((await ended(world)).map(({ id, token_address }) => [id, token_address]))
  await world.close()
  for (const ending of ['', '-wal', '-shm']) await rm(`${file}${ending}`, { force: true })
  await copyFile(join(dir, 'older.db'), file)

  world = await openSolana(dir, nodeFor('copy'))
  const { db } = world
  // What the newer one signed must have expired before anything is signed.
  const skip = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'mintdesk_skipSlots', params: [200] })
  await addMints(['other-4'])
  const url = await vi.waitUntil(() => world?.solana?.status().rpcUrl, { timeout: 60_000 })
  await vi.waitFor(async () => {
    await fetch(url, { method: 'POST', body: skip })
    expect(await db.selectFrom('known_mints').select('tag').execute()).toHaveLength(1)
  }, 60_000)
  await ended(world)
  await addMints(['second-2', 'own-3'])
  const older = new Map((await ended(world)).map(({ id, token_address }) => [id, token_address]))
  expect(older.get('second-2')).toBe(newer.get('second-2'))
  expect(older.get('own-3')).toBe(newer.get('own-3'))
  expect(older.get('own-3')).not.toBeNull()
  expect(await onChain(world)).toHaveLength(3)
})
