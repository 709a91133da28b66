/** What programs written for the hosted service send, and rely on. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMint } from '../../../src/core/api/resources/nfts/mint-drafts.ts'
import { findCollection } from '../../../src/core/store/collections/collections.ts'
import { enqueueMints } from '../../../src/core/store/journal/mints.ts'
import { base, mint, nfts } from '../minting.ts'
import { badge, type OpenApi, openApi, polygonAddress } from '../open-api.ts'

let api: OpenApi
let port: number
beforeAll(async () => {
  api = await openApi()
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const address = api.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => api.close())

/** Over a socket: what stands in the first line is not made another address on the way. */
function ask(method: string, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sending = request({ port, host: '127.0.0.1', method, path, headers: { 'x-api-key': api.key } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() }))
    })
    sending.once('error', reject)
    sending.end()
  })
}

describe('an NFT under the caller’s own id', () => {
  it('is answered as GET answers it when it is put again', async () => {
    const first = await api.call('PUT', `${nfts}/again`, mint)
    expect(Object.keys(first.body)).toEqual(['id', 'onChain', 'actionId'])
    const again = await api.call('PUT', `${nfts}/again`, { ...mint, metadata: { ...badge, name: 'Else' } })
    expect(again.headers).toMatchObject({ 'idempotent-replay': 'true', 'idempotent-mismatch': 'metadata.name' })
    expect(again.body).toEqual((await api.call('GET', `${nfts}/again`)).body)
    expect(again.body).toMatchObject({ metadata: badge, action: expect.stringContaining('/actions/again') })
  })

  it('says in a batch what its item asked for otherwise, beside what is new', async () => {
    await api.call('PUT', `${nfts}/held`, mint)
    const other = { ...mint, id: 'held', metadata: { ...badge, name: 'Else' }, reuploadLinkedFiles: false }
    const { body } = await api.call('POST', nfts, { nfts: [{ ...mint, id: 'fresh' }, other] })
    expect(body.results).toMatchObject([
      { id: 'fresh' },
      { id: 'held', idempotentMismatch: ['metadata.name', 'reuploadLinkedFiles'] },
    ])
    expect(body.results[0]).not.toHaveProperty('idempotentMismatch')
    const all = await api.call('POST', nfts, { nfts: [{ ...mint, id: 'fresh' }, other] })
    expect(all.headers['idempotent-mismatch']).toBe('nfts[1].metadata.name, nfts[1].reuploadLinkedFiles')
    expect(all.body.results[1].idempotentMismatch).toEqual(['metadata.name', 'reuploadLinkedFiles'])
  })

  it('says too that it is to be compressed or not, where what stands is otherwise', async () => {
    const solana = `${base}/collections/default-solana`
    const body = { recipient: 'userId:ada:solana', metadata: badge }
    const collection = await findCollection(api.context.db, api.project.id, 'default-solana')
    if (collection === undefined) throw new Error('there is no default collection')
    const read = readMint(body, collection, '', 'leaf')
    if (!read.ok) throw new Error('a mint was refused')
    // Nothing can be minted here without the network's programs; what is there is answered all the same.
    await api.context.db.transaction().execute((tx) => enqueueMints(tx, collection, [read.value.draft], { now: 1 }))
    const same = await api.call('PUT', `${solana}/nfts/leaf`, { ...body, compressed: true })
    expect([same.status, same.headers['idempotent-mismatch']]).toEqual([200, undefined])
    const other = await api.call('PUT', `${solana}/nfts/leaf`, { ...body, compressed: false })
    expect([other.status, other.headers['idempotent-mismatch']]).toEqual([200, 'compressed'])
  })
})

describe('templateId in place of metadata', () => {
  const copies = `${base}/collections/copies`
  const edition = { recipient: mint.recipient, templateId: 'gold' }
  beforeAll(async () => {
    const collection = { chain: 'polygon', metadata: { name: 'Copies' }, fungibility: 'semi-fungible' }
    await api.call('PUT', copies, collection)
    await api.call('PUT', `${copies}/templates/gold`, { metadata: badge, supply: { limit: 9 } })
  })

  it('mints editions, alone, under an id and in a batch', async () => {
    const one = await api.call('POST', `${copies}/nfts`, edition)
    expect(one.status).toBe(200)
    const read = await api.call('GET', `${copies}/nfts/${one.body.id}`)
    expect(read.body).toMatchObject({ templateId: 'gold', amount: 1, metadata: badge })
    await api.call('PUT', `${copies}/nfts/three`, { ...edition, amount: 3 })
    const again = await api.call('PUT', `${copies}/nfts/three`, edition)
    expect(again.headers['idempotent-mismatch']).toBe('amount')
    expect(again.body).toMatchObject({ templateId: 'gold', amount: 3 })
    const plain = await api.call('PUT', `${copies}/nfts/three`, mint)
    expect(plain.headers['idempotent-mismatch']).toBe('amount')
    const batch = { nfts: [edition, { ...edition, amount: 2 }, { ...mint, metadata: { ...badge, name: 'Other' } }] }
    expect((await api.call('POST', `${copies}/nfts`, batch)).body.results).toHaveLength(3)
    // 1 + 3 + 1 + 2 of 9 are asked for.
    const over = await api.call('POST', `${copies}/nfts`, { ...edition, amount: 3 })
    expect([over.status, over.body.code]).toEqual([422, 'supply.exceeded'])
  })

  it('is 404 where there is none of that id, and 400 beside metadata', async () => {
    const unknown = { ...edition, templateId: 'silver' }
    expect(await api.call('POST', `${copies}/nfts`, unknown)).toMatchObject({
      status: 404,
      body: { code: 'template.unknown', details: [{ path: 'templateId' }] },
    })
    expect(await api.call('POST', `${copies}/nfts`, { nfts: [edition, unknown] })).toMatchObject({
      status: 404,
      body: { details: [{ path: 'nfts[1].templateId' }] },
    })
    expect(await api.call('POST', nfts, edition)).toMatchObject({ status: 404, body: { code: 'template.unknown' } })
    const both = await api.call('POST', `${copies}/nfts`, { ...edition, metadata: badge })
    expect([both.status, both.body.details[0].path]).toEqual([400, 'templateId'])
    const units = await api.call('POST', nfts, { ...mint, amount: 2 })
    expect([units.status, units.body.details[0].path]).toEqual([400, 'amount'])
  })
})

it('a collection’s image is another name of its imageUrl', async () => {
  const put = (id: string, metadata: object) =>
    api.call('PUT', `${base}/collections/${id}`, { chain: 'polygon', metadata: { name: 'C', ...metadata } })
  const image = 'https://example.com/a.png'
  expect((await put('imaged', { image })).body.metadata).toMatchObject({ imageUrl: image })
  const again = await put('imaged', { imageUrl: image, image })
  expect(again.headers['idempotent-mismatch']).toBeUndefined()
  expect(await put('two', { imageUrl: '', image })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'metadata.image' }] },
  })
})

it('names of social networks are refused with what to use instead', async () => {
  for (const recipient of ['twitter:ada:polygon', 'x:ada:polygon', 'X:ada'])
    expect(await api.call('POST', nfts, { ...mint, recipient })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'recipient', message: expect.stringMatching(/email:.*userId:.*address/) }] },
    })
})

it('what is empty, or holds a control character, names nothing', async () => {
  for (const query of ['?userId=', '?email='])
    expect((await api.call('GET', `/api/v1-alpha1/wallets${query}`)).status).toBe(400)
  for (const name of ['idempotency-key', 'x-idempotency-key'])
    expect(await api.call('POST', nfts, mint, { [name]: '' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'Idempotency-Key' }] },
    })
  for (const id of ['a\u0080', '\u009f', '\u007f'])
    expect((await api.call('PUT', `${nfts}/${encodeURIComponent(id)}`, mint)).status).toBe(400)
  expect((await api.call('PUT', `${nfts}/${encodeURIComponent('\u00a0é')}`, mint)).status).toBe(200)
})

describe('addresses', () => {
  it('an empty id joined to the collections is their list', async () => {
    const list = await ask('GET', `${base}/collections/`)
    expect([list.status, (await ask('GET', `${base}/collections//`)).body]).toEqual([200, list.body])
    expect((await ask('GET', `${base}/collections//?page=1&perPage=1`)).status).toBe(200)
    expect((await ask('GET', `${base}/collections//nfts`)).status).toBe(400)
  })

  it('what a wallet holds is told under both versions', async () => {
    const at = (version: string) => api.call('GET', `/api/${version}/wallets/polygon:${polygonAddress}/nfts`)
    const [one, other] = [await at('2022-06-09'), await at('v1-alpha1')]
    expect([other.status, other.body, other.headers['x-mintdesk-coverage']]).toEqual([200, one.body, 'full'])
  })

  it('a path that climbs leads nowhere, however it is written', async () => {
    for (const up of ['..', '%2e%2e', '%2E.', '.%2e'])
      for (const path of [`${base}/collections/${up}`, `${base}/${up}/collections`, `/${up}/etc`, `/ipfs/${up}/x`])
        expect([path, (await ask('GET', path)).status]).toEqual([path, 404])
    for (const path of ['/docs/static/..%2f..%2fpackage.json', '/ipfs/a%2f%2e%2e%2fb', '/..%5cx'])
      expect([path, (await ask('GET', path)).status]).toEqual([path, 404])
    // No climbing: an id that holds slashes.
    expect((await ask('GET', `${base}/collections/${encodeURIComponent('a/../b')}`)).body).toContain('There is no coll')
  })

  it('any method that an address lacks is 405 there, and 404 where there is nothing', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'OPTIONS', 'LOCK', 'PUT'])
      for (const path of ['/', '/docs', '/docs/json', '/ipfs/x', '/health', '/openapi.json', `${base}/collections`]) {
        const { status } = await ask(method, path)
        expect([method, path, status]).toEqual([method, path, 405])
      }
    expect((await ask('HEAD', `${base}/collections/x/sfts`)).status).toBe(405)
    for (const method of ['TRACE', 'PROPFIND', 'POST']) expect((await ask(method, '/nowhere')).status).toBe(404)
  })
})
