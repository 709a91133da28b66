import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { endAction } from '../../src/core/store/journal/action-steps.ts'
import { settle, stored } from './minting.ts'
import { badge, type OpenApi, openApi, polygonAddress } from './open-api.ts'

const base = '/api/2022-06-09'
const templates = `${base}/collections/tickets/templates`
const sfts = `${base}/collections/tickets/sfts`
const nfts = `${base}/collections/tickets/nfts`
const recipient = `polygon:${polygonAddress}`
let api: OpenApi
beforeAll(async () => {
  api = await openApi()
  await api.call('PUT', `${base}/collections/tickets`, {
    chain: 'polygon',
    metadata: { name: 'Tickets' },
    fungibility: 'semi-fungible',
    supplyLimit: 1_000,
  })
})
afterAll(() => api.close())

it('a template is made once under its id, has the same token on every machine, and is read, listed and removed', async () => {
  const input = { metadata: badge, supply: { limit: 5 }, reuploadLinkedFiles: false }
  const made = await api.call('PUT', `${templates}/gold`, input)
  expect(made).toMatchObject({ status: 200, headers: expect.not.objectContaining({ 'idempotent-replay': 'true' }) })
  // The first 52 bits of SHA-256 over collection and id: a database that was lost comes to the same token.
  expect(made.body).toEqual({
    templateId: 'gold',
    metadata: badge,
    onChain: { tokenId: '439491328338797' },
    supply: { limit: 5, minted: 0 },
  })
  const again = await api.call('PUT', `${templates}/gold`, {
    metadata: { ...badge, name: 'Other' },
    supply: { limit: 6 },
  })
  expect(again.body).toEqual(made.body)
  expect(again.headers).toMatchObject({
    'idempotent-replay': 'true',
    'idempotent-mismatch': 'metadata, supply.limit, reuploadLinkedFiles',
  })
  const keyed = { 'idempotency-key': 'k1' }
  const posted = await api.call('POST', templates, { metadata: badge, onChain: { tokenId: '7' } }, keyed)
  expect(posted.body).toMatchObject({ templateId: expect.stringMatching(/^[0-9a-f-]{36}$/), onChain: { tokenId: '7' } })
  const replay = await api.call('POST', templates, { metadata: badge, onChain: { tokenId: '7' } }, keyed)
  expect([replay.body, replay.headers['idempotent-replay']]).toEqual([posted.body, 'true'])
  expect((await api.call('GET', `${templates}/gold`)).body).toEqual(made.body)
  expect((await api.call('GET', `${templates}?perPage=1&page=2`)).body).toEqual([posted.body])
  expect(await api.call('DELETE', `${templates}/${posted.body.templateId}`)).toMatchObject({ status: 204, text: '' })
  expect((await api.call('GET', templates)).body).toEqual([made.body])
})

it('copies count against the limits of their template and of the collection, in units', async () => {
  await api.call('PUT', `${templates}/few`, { metadata: { ...badge, name: 'Few' }, supply: { limit: 5 } })
  const first = await api.call('POST', sfts, { templateId: 'few', recipient, amount: 3 })
  expect(first.body).toMatchObject({
    action: 'nfts.create',
    status: 'pending',
    data: { recipient: { walletAddress: polygonAddress }, token: { templateId: 'few', amount: 3 } },
  })
  const over = await api.call('POST', sfts, { templateId: 'few', recipient, amount: 3 })
  expect(over).toMatchObject({
    status: 422,
    body: { code: 'supply.exceeded', message: expect.stringContaining('only 2 more, not 3') },
  })
  await api.call('PUT', `${templates}/many`, { metadata: { ...badge, name: 'Many' } })
  const most = await api.call('POST', sfts, { templateId: 'many', recipient, amount: 998 })
  expect(most).toMatchObject({
    status: 422,
    body: { code: 'supply.exceeded', message: expect.stringContaining('997') },
  })
  expect(await api.call('PATCH', `${templates}/few`, { supply: { limit: 2 } })).toMatchObject({
    status: 422,
    body: { code: 'supply.exceeded', message: expect.stringContaining('3 units') },
  })
  expect((await api.call('PATCH', `${templates}/few`, { supply: { limit: null } })).status).toBe(204)
  expect((await api.call('GET', `${templates}/few`)).body.supply).toEqual({ minted: 0 })
  expect(await api.call('DELETE', `${templates}/few`)).toMatchObject({ status: 422, body: { code: 'template.used' } })
})

it('an idempotency key makes copies once', async () => {
  await api.call('PUT', `${templates}/once`, { metadata: { ...badge, name: 'Once' } })
  const body = { templateId: 'once', recipient: 'email:ada@example.com:polygon' }
  const first = await api.call('POST', sfts, body, { 'idempotency-key': 'sft' })
  const second = await api.call('POST', sfts, body, { 'idempotency-key': 'sft' })
  expect(second.body).toEqual(first.body)
  expect(second.headers['idempotent-replay']).toBe('true')
  expect(await api.call('POST', sfts, { ...body, amount: 2 }, { 'idempotency-key': 'sft' })).toMatchObject({
    status: 409,
  })
})

it('plain mints take the template of their metadata, or make it; a changed one is not theirs any more', async () => {
  const metadata = { ...badge, name: 'Plain' }
  const templateOf = async (id: string) => (await api.call('GET', `${nfts}/${id}`)).body.templateId
  await api.call('PUT', `${nfts}/p1`, { recipient, metadata })
  await api.call('PUT', `${nfts}/p2`, { recipient, metadata })
  await api.call('PUT', `${nfts}/p3`, { recipient, metadata: { ...metadata, name: 'Another' } })
  const [one, two, three] = [await templateOf('p1'), await templateOf('p2'), await templateOf('p3')]
  expect(two).toBe(one)
  expect(three).not.toBe(one)
  expect((await api.call('PATCH', `${templates}/${one}`, { metadata: { ...metadata, name: 'Renamed' } })).status).toBe(
    204,
  )
  expect((await api.call('GET', `${nfts}/p1`)).body.metadata.name).toBe('Renamed')
  await api.call('PUT', `${nfts}/p4`, { recipient, metadata })
  expect(await templateOf('p4')).toBe(`${one}-2`)
  const url = 'https://example.com/1.json'
  await api.call('PUT', `${nfts}/p5`, { recipient, metadata: url })
  expect((await api.call('GET', `${templates}/${await templateOf('p5')}`)).body.metadata).toBe(url)
  await api.call('PUT', `${templates}/made`, { metadata: { ...metadata, name: 'Made before' } })
  await api.call('PUT', `${nfts}/p6`, { recipient, metadata: { ...metadata, name: 'Made before' } })
  expect(await templateOf('p6')).toBe('made')
})

it('says what is wrong, where, and the cure', async () => {
  const cases: [string, string, unknown, number, string, RegExp][] = [
    ['POST', templates, {}, 400, 'request.invalid', /metadata is required/],
    [
      'POST',
      templates,
      { metadata: badge, supply: { limit: 0 } },
      400,
      'request.invalid',
      /supply.limit must be a whole/,
    ],
    [
      'POST',
      templates,
      { metadata: badge, onChain: { tokenId: 'x' } },
      400,
      'request.invalid',
      /onChain.tokenId must be/,
    ],
    ['POST', sfts, { templateId: 'gold', recipient, amount: 0.5 }, 400, 'request.invalid', /amount must be a whole/],
    ['POST', sfts, { templateId: 'gold', recipient: 'solana:x' }, 400, 'request.invalid', /./],
    ['POST', sfts, { templateId: 'none', recipient }, 404, 'template.notFound', /no template "none"/],
    ['GET', `${templates}/none`, undefined, 404, 'template.notFound', /no template "none"/],
    ['PATCH', `${templates}/gold`, {}, 400, 'request.invalid', /Nothing is to be changed/],
    ['GET', `${base}/collections/default/templates`, undefined, 422, 'collection.nonFungible', /semi-fungible/],
    [
      'POST',
      `${base}/collections/default/sfts`,
      { templateId: 'gold', recipient },
      422,
      'collection.nonFungible',
      /nfts/,
    ],
  ]
  for (const [method, url, body, status, code, message] of cases) {
    const answer = await api.call(method, url, body)
    expect([answer.status, answer.body.code], `${method} ${url} ${JSON.stringify(body)}`).toEqual([status, code])
    expect(answer.body.message).toMatch(message)
  }
  await api.call('PUT', `${templates}/seven`, { metadata: badge, onChain: { tokenId: '77' } })
  expect(await api.call('PUT', `${templates}/other`, { metadata: badge, onChain: { tokenId: '77' } })).toMatchObject({
    status: 422,
    body: { code: 'template.tokenId', message: expect.stringContaining('"seven"') },
  })
})

it('asks for the scopes of api.md', async () => {
  const { key } = await api.newKey(['nfts.read'])
  const reader = { 'x-api-key': key }
  expect((await api.call('GET', templates, undefined, reader)).status).toBe(200)
  expect((await api.call('PUT', `${templates}/mine`, { metadata: badge }, reader)).status).toBe(403)
  expect((await api.call('POST', sfts, { templateId: 'gold', recipient }, reader)).status).toBe(403)
})

it.each([
  ['copies', 'POST', nfts, { templateId: 'gone', recipient: 'userId:ada:polygon' }, 'template.unknown'],
  ['sfts', 'POST', sfts, { templateId: 'gone', recipient: 'userId:ada:polygon' }, 'template.unknown'],
  ['its change', 'PATCH', `${templates}/gone`, { metadata: { ...badge, name: 'Changed' } }, 'template.notFound'],
] as const)(
  'a template that is removed meanwhile is not taken for another one that is made then: %s',
  async (_, method, url, body, code) => {
    await api.call('PUT', `${templates}/gone`, { metadata: { ...badge, name: 'Gone' } })
    const { wallets, metadata } = api.context
    const other = { ...badge, name: `Made instead of it for ${url}` }
    let replaced: Promise<void> | undefined
    const replace = () => {
      replaced ??= (async () => {
        expect((await api.call('DELETE', `${templates}/gone`)).status).toBe(204)
        expect((await api.call('PUT', `${templates}/instead`, { metadata: other })).status).toBe(200)
      })()
      return replaced
    }
    // What each does between its first look at the template and the transaction.
    const [{ address }, { resolve }] = [wallets, metadata]
    const mocks = [
      vi.spyOn(wallets, 'address').mockImplementation(async (...given) => {
        await replace()
        return await address(...given)
      }),
      vi.spyOn(metadata, 'resolve').mockImplementation(async (...given) => {
        await replace()
        return await resolve(...given)
      }),
    ]
    const before = await stored(api)
    const answer = await api.call(method, url, body)
    for (const mock of mocks) mock.mockRestore()
    expect(answer).toMatchObject({ status: 404, body: { code } })
    expect(await stored(api)).toEqual(before)
    expect((await api.call('GET', `${templates}/instead`)).body.metadata).toEqual(other)
    expect((await api.call('DELETE', `${templates}/instead`)).status).toBe(204)
  },
)

it('a template of which copies were minted is what it was until the chain has confirmed a change, and stays it where that fails', async () => {
  const { db } = api.context
  const path = `${templates}/followed`
  const [before, after] = [
    { ...badge, name: 'Before' },
    { ...badge, name: 'After' },
  ]
  const made = await api.call('PUT', path, { metadata: before, supply: { limit: 3 } })
  const copy = await api.call('POST', sfts, { templateId: 'followed', recipient })
  await settle(api, String(copy.body.actionId), Number(made.body.onChain.tokenId))
  const standing = async () => {
    const { metadata, supply } = (await api.call('GET', path)).body
    return [metadata.name, supply.limit]
  }
  const change = async () => {
    expect((await api.call('PATCH', path, { metadata: after, supply: { limit: 5 } })).status).toBe(204)
    return await waitingOf(`"tokenId":${made.body.onChain.tokenId}`)
  }
  const waitingOf = (text: string) =>
    db.selectFrom('actions').selectAll().where('status', '=', 'pending').where('work', 'like', `%${text}%`).execute()
  const end = (pk: number, reason: { code: string; message: string } | null) =>
    db.transaction().execute((tx) => endAction(tx, pk, null, reason, 1))

  const [update, limit] = await change()
  expect(await standing()).toEqual(['Before', 3])
  // The limit that was asked for counts for what is accepted; it comes before that on chain.
  expect((await api.call('POST', sfts, { templateId: 'followed', recipient, amount: 3 })).status).toBe(200)
  expect((await api.call('POST', sfts, { templateId: 'followed', recipient, amount: 2 })).body.code).toBe(
    'supply.exceeded',
  )
  // What is about to show something else is not what a plain mint asks for.
  const plain = await api.call('POST', nfts, { recipient, metadata: before })
  expect((await api.call('GET', `${nfts}/${plain.body.id}`)).body.templateId).not.toBe('followed')

  await end(update?.pk ?? 0, { code: 'chain.reverted', message: 'The contract refused it.' })
  expect(await standing()).toEqual(['Before', 3])
  await end(limit?.pk ?? 0, null)
  expect(await standing()).toEqual(['Before', 5])

  for (const { pk } of await change()) await end(pk, null)
  expect(await standing()).toEqual(['After', 5])
  expect((await api.call('GET', `${nfts}/${copy.body.actionId}`)).body.metadata).toEqual(after)
  expect((await api.call('PATCH', path, { supply: { limit: null } })).status).toBe(204)
  for (const { pk } of await waitingOf('limit-template')) await end(pk, null)
  expect(await standing()).toEqual(['After', undefined])
})
