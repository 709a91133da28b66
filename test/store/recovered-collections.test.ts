import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { enterCollection, takenRemark } from '../../src/core/store/collections/recovery.ts'
import { openFreshStore } from './fresh-store.ts'

const contract = `0x${'ab'.repeat(20)}`
const onChain = (chain: string, at = contract) => ({
  ...{ id: 'vip', chain, contract: at, contractKind: 'economy', contractVersion: 1, contractUri: '' },
  ...{ initial: { supplyLimit: null, payments: null }, purchased: 0 },
  settings: { supplyLimit: null, royalties: null, payments: null, metadata: null },
  metadata: { name: 'Vip', description: '', imageUrl: '', symbol: 'V' },
})

it('a collection found on another chain under the same id changes nothing of the one that is here, even at the same address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mintdesk-recovered-'))
  const { db, close } = await openFreshStore(join(folder, 'mintdesk.sqlite'))
  try {
    await db
      .insertInto('projects')
      .values({ id: 'p', idx: 0, name: 'Shop', kind: 'live', enterprise: 0, created_at: 1 })
      .execute()
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
    expect(takenRemark('vip', 'polygon')).toBe(
      'A collection on polygon has the id vip here, so it was left out: run recover into another data folder (--data).',
    )
  } finally {
    await close()
    await rm(folder, { recursive: true })
  }
})
