import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { enterCollection, idRemark, placeholderId, takenRemark } from '../../src/core/store/collections/recovery.ts'
import { openFreshStore } from './fresh-store.ts'

const contract = `0x${'ab'.repeat(20)}`
const onChain = (chain: string, at = contract) => ({
  ...{ id: 'vip', chain, contract: at, contractKind: 'economy', contractVersion: 1, contractUri: '' },
  ...{ initial: { supplyLimit: null, payments: null }, purchased: 0 },
  settings: { supplyLimit: null, royalties: null, payments: null, metadata: null },
  metadata: { name: 'Vip', description: '', imageUrl: '', symbol: 'V' },
})

/** Runs a piece of work on a new database with one live project. */
async function withProject(
  work: (db: Awaited<ReturnType<typeof openFreshStore>>['db']) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mintdesk-recovered-'))
  const { db, close } = await openFreshStore(join(folder, 'mintdesk.sqlite'))
  try {
    await db
      .insertInto('projects')
      .values({ id: 'p', idx: 0, name: 'Shop', kind: 'live', enterprise: 0, created_at: 1 })
      .execute()
    await work(db)
  } finally {
    await close()
    await rm(folder, { recursive: true })
  }
}

it('a collection found on another chain under the same id changes nothing of the one that is here, even at the same address', () =>
  withProject(async (db) => {
    const enter = (chain: string, at?: string) =>
      enterCollection(db, 'p', onChain(chain, at) as unknown as Parameters<typeof enterCollection>[2], 1)
    const rows = () => db.selectFrom('collections').selectAll().execute()
    const first = await enter('polygon')
    expect(first).toMatchObject({ collection: { id: 'vip', chain: 'polygon', state: 'deployed' } })
    const before = await rows()
    expect(await enter('base')).toEqual({ takenOn: 'polygon' })
    expect(await enter('base', `0x${'cd'.repeat(20)}`)).toEqual({ takenOn: 'polygon' })
    expect(await rows()).toEqual(before)
    expect(await enter('polygon')).toEqual(first)
    expect(takenRemark('vip', 'polygon', 'live')).toBe(
      'A collection on polygon has the id vip here, so it was left out: run recover into another data folder (--data).',
    )
    expect(takenRemark('vip', 'polygon', 'practice')).toContain('into a copy of this data folder without its database')
  }))

it('a collection under an id of ours gets its own when that is known, unless it was used under ours', () =>
  withProject(async (db) => {
    const enter = async (id: string, at: string) => {
      const found = { ...onChain('polygon', at), id } as unknown as Parameters<typeof enterCollection>[2]
      const entered = await enterCollection(db, 'p', found, 1)
      if ('takenOn' in entered) throw new Error(`taken on ${entered.takenOn}`)
      return entered.collection
    }
    const ours = placeholderId(contract)
    expect(ours).toBe('recovered-abababab')
    const { pk, id } = await enter(ours, contract)
    expect([id, idRemark({ id }, contract, null)]).toEqual([ours, expect.stringContaining('run recover --collection')])
    const named = await enter('fair', contract)
    expect([named.pk, named.id, idRemark(named, contract, 'fair')]).toEqual([pk, 'fair', null])
    // It keeps it, also where the next search does not know it.
    expect((await enter(ours, contract)).id).toBe('fair')
    expect(idRemark(named, contract, null)).toBeNull()

    const other = `0x${'cd'.repeat(20)}`
    const used = await enter(placeholderId(other), other)
    expect((await enter('fair', other)).id).toBe(used.id)
    await db
      .insertInto('mints')
      .values({
        ...{ collection_pk: used.pk, id: 'a', action_id: 'a', recipient: 'polygon:0x1', reupload: 0, created_at: 1 },
        ...{ content_hash: Buffer.alloc(32), state: 'open' },
      })
      .execute()
    const kept = await enter('gala', other)
    expect([kept.id, idRemark(kept, other, 'gala')]).toEqual([used.id, expect.stringMatching(/^Its own id is gala\. /)])
  }))
