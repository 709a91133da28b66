import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findCollection } from '../../src/core/store/collections/collections.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { base, mint, nfts, settle, stored } from './minting.ts'
import { badge, type OpenApi, openApi, polygonAddress } from './open-api.ts'

let api: OpenApi
beforeEach(async () => {
  api = await openApi()
})
afterEach(() => api.close())

describe('minting many', () => {
  const batch = (count: number) => ({
    nfts: Array.from({ length: count }, (_, at) => ({ ...mint, metadata: { ...badge, name: `Badge #${at}` } })),
  })

  it('answers in the order given, 10,000 at once', async () => {
    const { status, body } = await api.call('POST', nfts, batch(10_000))
    expect(status).toBe(200)
    expect(body.results).toHaveLength(10_000)
    const rows = await stored(api)
    expect(rows.map(({ id }) => id)).toEqual(body.results.map(({ id }: { id: string }) => id))
    const last = await api.call('GET', `${nfts}/${rows.at(-1)?.id}`)
    expect(last.body.metadata.name).toBe('Badge #9999')
    const page = await api.call('GET', `${nfts}?page=100&perPage=100`)
    expect(page.body.map(({ id }: { id: string }) => id)).toEqual(rows.slice(9_900).map(({ id }) => id))
    for (const past of ['101', '9007199254740993', '9'.repeat(400)])
      expect((await api.call('GET', `${nfts}?page=${past}&perPage=100`)).body).toEqual([])
    expect((await api.call('GET', nfts)).body).toHaveLength(20)
  })

  it('is taken whole or not at all, every fault named', async () => {
    const given = batch(100)
    Object.assign(given.nfts[17] ?? {}, { recipient: 'nobody' })
    Object.assign(given.nfts[40] ?? {}, { recipient: undefined, metadata: { image: badge.image } })
    const { status, body } = await api.call('POST', nfts, given)
    expect(status).toBe(400)
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual([
      'nfts[17].recipient',
      'nfts[40].recipient',
      'nfts[40].metadata.name',
    ])
    expect(await stored(api)).toEqual([])
    expect((await api.call('POST', nfts, batch(10_001))).body.details[0].path).toBe('nfts')
  })

  it('an item’s id is the id of PUT: minted once, and never two things', async () => {
    await api.call('PUT', `${nfts}/a`, mint)
    const item = { ...mint, id: 'b' }
    const { body } = await api.call('POST', nfts, { nfts: [{ ...mint, id: 'a' }, item, item] })
    expect(body.results.map(({ id }: { id: string }) => id)).toEqual(['a', 'b', 'b'])
    expect(await stored(api)).toHaveLength(2)
    const clash = await api.call('POST', nfts, {
      nfts: [
        { ...mint, id: 'c' },
        { ...mint, id: 'c', metadata: { ...badge, name: 'Else' } },
      ],
    })
    expect([clash.status, clash.body.details[0].path]).toEqual([400, 'nfts[1].id'])
  })

  it('an idempotency key answers the batch as it stands', async () => {
    const headers = { 'idempotency-key': 'batch' }
    const sent = await Promise.all(Array.from({ length: 3 }, () => api.call('POST', nfts, batch(5), headers)))
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1)
    expect(await stored(api)).toHaveLength(5)
    await settle(api, sent[0]?.body.results[2].id, 1)
    const later = await api.call('POST', nfts, batch(5), headers)
    expect(later.body.results[2].onChain.status).toBe('success')
    expect((await api.call('POST', nfts, batch(6), headers)).status).toBe(409)
  })

  it('an idempotency key is used also where all ids stood before; a repeat says again what they ask for otherwise', async () => {
    await api.call('PUT', `${nfts}/a`, mint)
    const headers = { 'idempotency-key': 'batch' }
    const named = { nfts: [{ ...mint, id: 'a', metadata: { ...badge, name: 'Else' } }] }
    for (const [body, replayed] of [
      [named, 'true'],
      [named, 'true'],
      [{ nfts: [...named.nfts, { ...mint, id: 'b' }] }, undefined],
    ] as const) {
      // The last one mints under a key of its own, and is then repeated.
      const own = replayed === undefined ? { 'idempotency-key': 'other' } : headers
      const sent = await api.call('POST', nfts, body, own)
      expect(sent.headers['idempotent-replay']).toBe(replayed)
      const again = await api.call('POST', nfts, body, own)
      for (const { body } of [sent, again]) expect(body.results[0].idempotentMismatch).toEqual(['metadata.name'])
      expect(again.body).toEqual(sent.body)
      expect(again.headers['idempotent-replay']).toBe('true')
    }
    const other = await api.call('POST', nfts, { nfts: [{ ...mint, id: 'c' }] }, headers)
    expect([other.status, other.body.code]).toEqual([409, 'idempotency.conflict'])
    expect(await stored(api)).toHaveLength(2)
  })

  it('refuses a collection whose contract could not be deployed: a mint would wait for ever', async () => {
    await api.call('POST', nfts, mint)
    await api.context.db
      .updateTable('collections')
      .set({ state: 'failed' })
      .where('id', '=', 'default-polygon')
      .execute()
    const { status, body } = await api.call('POST', nfts, mint)
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'collection.failed' })
    expect(await stored(api)).toHaveLength(1)
  })

  it('refuses it too when the deployment fails between the look at the collection and the commit', async () => {
    const { db } = api.context
    const seen = await findCollection(db, api.project.id, 'default-polygon')
    if (!seen) throw new Error('no default collection')
    await db.updateTable('collections').set({ state: 'failed' }).where('pk', '=', seen.pk).execute()
    const draft = { recipient: `polygon:${polygonAddress}`, address: polygonAddress, metadata: null, reupload: false }
    const entering = db
      .transaction()
      .execute((tx) => enqueueMints(tx, seen, [{ ...draft, contentHash: Buffer.alloc(32) }], { now: 1 }))
    await expect(entering).rejects.toMatchObject({ code: 'collection.failed' })
    expect(await stored(api)).toEqual([])
  })

  it('the supply limit counts what is queued, and not what failed', async () => {
    await api.call('PUT', `${base}/collections/few`, { chain: 'polygon', metadata: { name: 'Few' }, supplyLimit: 3 })
    const few = `${base}/collections/few/nfts`
    expect((await api.call('POST', few, batch(4))).body.code).toBe('supply.exceeded')
    expect((await api.call('POST', few, batch(3))).status).toBe(200)
    const over = await api.call('POST', few, mint)
    expect([over.status, over.body.code]).toEqual([422, 'supply.exceeded'])
    await api.context.db.updateTable('mints').set({ state: 'failed' }).where('pk', '=', 1).execute()
    expect((await api.call('POST', few, mint)).status).toBe(200)
  })
})
