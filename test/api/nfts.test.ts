import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findCollection } from '../../src/core/store/collections/collections.ts'
import { addAction } from '../../src/core/store/journal/actions.ts'
import { base, mint, nfts, settle, stored } from './minting.ts'
import { badge, type OpenApi, openApi, polygonAddress } from './open-api.ts'

let api: OpenApi
beforeEach(async () => {
  api = await openApi()
})
afterEach(() => api.close())

describe('minting one', () => {
  it('answers a pending NFT that is on disk, and wakes the engine', async () => {
    const { status, body } = await api.call('POST', nfts, mint)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      onChain: {
        status: 'pending',
        chain: 'polygon',
        contractAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      },
      actionId: body.id,
    })
    const collection = await findCollection(api.context.db, api.project.id, 'default-polygon')
    expect(collection).toMatchObject({ state: 'wanted', contract_address: body.onChain.contractAddress })
    expect(api.woken).toEqual([collection?.pk])
    expect(await stored(api)).toMatchObject([{ id: body.id, address: polygonAddress, state: 'open', reupload: 1 }])
    const creation = await api.call('GET', `${base}/actions/default-polygon`)
    expect(creation.body).toMatchObject({ action: 'collections.create', status: 'pending' })
  })

  it('reads the NFT and its action, before and after it is minted', async () => {
    const metadata = { ...badge, extra: { kept: [1, true, null] }, attributes: [{ trait_type: 'Level', value: 3 }] }
    const { body: made } = await api.call('POST', nfts, { ...mint, metadata })
    const before = await api.call('GET', `${nfts}/${made.id}`)
    expect(before.body).toEqual({ ...made, metadata, action: `http://localhost:80${base}/actions/${made.id}` })
    await settle(api, made.id, 7)
    const after = await api.call('GET', `${nfts}/${made.id}`)
    expect(after.body.onChain).toMatchObject({ status: 'success', tokenId: '7', txId: '0xabc', owner: polygonAddress })
    const action = await api.call('GET', `${base}/actions/${made.actionId}`)
    expect(action.body).toEqual({
      actionId: made.id,
      action: 'nfts.create',
      status: 'succeeded',
      data: {
        txId: '0xabc',
        chain: 'polygon',
        collection: { id: 'default-polygon', contractAddress: made.onChain.contractAddress },
        recipient: { walletAddress: polygonAddress },
        token: { id: made.id, tokenId: '7', owner: { walletAddress: polygonAddress } },
      },
      startedAt: expect.any(String),
      completedAt: expect.any(String),
      resource: `http://localhost:80${base}/actions/${made.id}`,
    })
  })

  it('reads the same NFT again as it and its collection stand then, at the address that was asked', async () => {
    const { body: made } = await api.call('POST', nfts, mint)
    const read = async (host: string) =>
      (await api.call('GET', `${nfts}/${made.id}`, undefined, { host })).body as Record<string, unknown>
    const first = await read('localhost:80')
    expect(await read('localhost:80')).toEqual(first)
    const elsewhere = { ...first, action: `http://127.0.0.1:80${base}/actions/${made.id}` }
    expect(await read('127.0.0.1:80')).toEqual(elsewhere)
    const contract_address = `0x${'12'.repeat(20)}`
    await api.context.db.updateTable('collections').set({ contract_address }).execute()
    const moved = { ...made.onChain, contractAddress: contract_address }
    expect(await read('127.0.0.1:80')).toEqual({ ...elsewhere, onChain: moved })
    await api.context.db.updateTable('mints').set({ state: 'failed' }).execute()
    expect(await read('127.0.0.1:80')).toEqual({ ...elsewhere, onChain: { ...moved, status: 'failed' } })
  })

  it('a failed mint says why', async () => {
    const { body: made } = await api.call('POST', nfts, mint)
    await api.context.db
      .updateTable('mints')
      .set({ state: 'failed', error_code: 'metadata.media', error_message: 'The image is gone.', completed_at: 1 })
      .execute()
    expect((await api.call('GET', `${nfts}/${made.id}`)).body.onChain.status).toBe('failed')
    expect((await api.call('GET', `${base}/actions/${made.id}`)).body).toMatchObject({
      status: 'failed',
      data: { error: { code: 'metadata.media', message: 'The image is gone.' }, failedAt: '1970-01-01T00:00:00.001Z' },
    })
  })

  it('takes users for recipients, and gives each the same wallet every time', async () => {
    const to = (recipient: string) => api.call('POST', nfts, { ...mint, recipient })
    await to('email: Ada@Example.com:polygon')
    await to('email:ada@example.com')
    await to('userId:a:b:polygon')
    const rows = await stored(api)
    expect(rows.map(({ recipient }) => recipient)).toEqual([
      'email:ada@example.com:polygon',
      'email:ada@example.com:polygon',
      'userId:a:b:polygon',
    ])
    expect(rows[0]?.address).toBe(rows[1]?.address)
    expect(rows[0]?.address).not.toBe(rows[2]?.address)
    const wallets = await api.call('GET', '/api/v1-alpha1/wallets?email=ADA@example.com')
    expect(wallets.body).toEqual([{ chain: 'polygon', publicKey: rows[0]?.address }])
    const action = await api.call('GET', `${base}/actions/${rows[2]?.id}`)
    expect(action.body.data.recipient).toEqual({ walletAddress: rows[2]?.address, userId: 'a:b' })
  })

  it('takes the URL of hosted metadata', async () => {
    const { body } = await api.call('POST', nfts, { ...mint, metadata: 'ipfs://bafkreia/1.json' })
    expect((await api.call('GET', `${nfts}/${body.id}`)).body.metadata).toBe('ipfs://bafkreia/1.json')
    expect((await api.call('POST', nfts, { ...mint, metadata: 'nowhere' })).status).toBe(400)
  })
})

describe('minting under one’s own id', () => {
  it('mints once, and says what a repeat asked for in vain', async () => {
    const url = `${nfts}/${encodeURIComponent('order 17/1')}`
    const first = await api.call('PUT', url, mint)
    expect(first.body.id).toBe('order 17/1')
    const again = await api.call('PUT', url, mint)
    expect(again.body).toEqual({ ...first.body, metadata: badge, action: expect.any(String) })
    expect([again.headers['idempotent-replay'], again.headers['idempotent-mismatch']]).toEqual(['true', undefined])
    const other = await api.call('PUT', url, {
      recipient: 'email:ada@example.com',
      metadata: { ...badge, name: 'Else', größe: 1 },
    })
    expect(other.body).toEqual(again.body)
    expect(other.headers['idempotent-mismatch']).toBe('recipient, metadata.gr??e, metadata.name')
    expect(await stored(api)).toHaveLength(1)
    expect((await api.call('GET', `${base}/actions/${encodeURIComponent('order 17/1')}`)).body.actionId).toBe(
      'order 17/1',
    )
  })

  it('requests at the same time mint once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.call('PUT', `${nfts}/one`, mint)))
    expect(answers.filter(({ headers }) => headers['idempotent-replay'] === undefined)).toHaveLength(1)
    expect(await stored(api)).toHaveLength(1)
  })

  it('the same id in two collections is two NFTs, with an action each', async () => {
    await api.call('PUT', `${base}/collections/b`, { chain: 'base', metadata: { name: 'B' } })
    const first = await api.call('PUT', `${nfts}/same`, mint)
    const second = await api.call('PUT', `${base}/collections/b/nfts/same`, {
      ...mint,
      recipient: `base:${polygonAddress}`,
    })
    expect([first.body.actionId, second.body.id]).toEqual(['same', 'same'])
    expect(second.body.actionId).toMatch(/^[0-9a-f-]{36}$/)
    expect((await api.call('GET', `${base}/actions/${second.body.actionId}`)).body.data.chain).toBe('base')
    const byAction = await api.call('GET', `${base}/collections/b/nfts/${second.body.actionId}`)
    expect(byAction.body.id).toBe('same')
  })
})

describe('updating', () => {
  it('waits until the NFT is minted, then makes an action that keeps the new metadata', async () => {
    const { body: made } = await api.call('POST', nfts, mint)
    const early = await api.call('PATCH', `${nfts}/${made.id}`, { metadata: badge })
    expect([early.status, early.body.code]).toEqual([422, 'nft.notMinted'])
    await settle(api, made.id, 4)
    const metadata = { ...badge, name: 'New' }
    const { status, body } = await api.call('PATCH', `${nfts}/${made.id}`, { metadata })
    expect(status).toBe(200)
    expect(body).toEqual({
      actionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      action: 'nfts.update',
      status: 'pending',
      data: {
        chain: 'polygon',
        collection: { id: 'default-polygon', contractAddress: made.onChain.contractAddress },
        token: { id: made.id, tokenId: '4', owner: { walletAddress: polygonAddress } },
        changes: ['metadata'],
      },
      startedAt: expect.any(String),
      resource: `http://localhost:80${base}/collections/default-polygon/nfts/${body.actionId}`,
    })
    const work = await api.context.db
      .selectFrom('actions')
      .selectAll()
      .where('id', '=', body.actionId)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(work.work)).toMatchObject({
      kind: 'update',
      tokenId: 4,
      uri: expect.stringMatching(/^ipfs:\/\/baf/),
    })
    const resource = await api.call('GET', new URL(body.resource).pathname)
    expect(resource.body).toMatchObject({ id: made.id, metadata: badge })
    await api.context.db
      .updateTable('actions')
      .set({ status: 'succeeded', completed_at: 1 })
      .where('id', '=', body.actionId)
      .execute()
    expect((await api.call('GET', `${nfts}/${made.id}`)).body.metadata).toEqual(metadata)
  })

  it('takes none of an NFT whose burning was accepted while its files came', async () => {
    const { body: made } = await api.call('POST', nfts, mint)
    await settle(api, made.id, 4)
    const { db, metadata } = api.context
    const { pk, collection_pk: collectionPk } = await db.selectFrom('mints').selectAll().executeTakeFirstOrThrow()
    const { resolve } = metadata
    vi.spyOn(metadata, 'resolve').mockImplementation(async (...given) => {
      const burn = { projectId: api.project.id, id: 'burn', kind: 'nfts.delete', collectionPk, mintPk: pk } as const
      await addAction(db, { ...burn, work: { kind: 'burn' } }, 1)
      return await resolve(...given)
    })
    const late = await api.call('PATCH', `${nfts}/${made.id}`, { metadata: badge })
    expect([late.status, late.body.code]).toEqual([422, 'nft.beingBurnt'])
    expect(await db.selectFrom('actions').select('id').where('kind', '=', 'nfts.update').execute()).toEqual([])
  })
})
