import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeKey } from '../../src/core/store/installation/keys.ts'
import { badge, type OpenApi, openApi, polygonAddress } from './open-api.ts'

const base = '/api/2022-06-09'
let api: OpenApi
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const mint = { recipient: `polygon:${polygonAddress}`, metadata: badge }
const collection = { chain: 'polygon', metadata: { name: 'Badges' } }

describe('every error has the one body and the status of api.md', () => {
  const cases: [string, number, string, string, string, unknown?, Record<string, string>?][] = [
    ['no key', 403, 'key.missing', 'GET', `${base}/collections`, undefined, { 'x-api-key': '' }],
    [
      'no key on wallets',
      401,
      'key.missing',
      'GET',
      '/api/v1-alpha1/wallets?email=a@b.co',
      undefined,
      { 'x-api-key': '' },
    ],
    [
      'a mistyped key',
      403,
      'key.malformed',
      'GET',
      `${base}/collections`,
      undefined,
      { 'x-api-key': 'sk_practice_abc' },
    ],
    [
      'an unknown session',
      403,
      'session.unknown',
      'GET',
      `${base}/collections`,
      undefined,
      { 'x-api-key': '', authorization: 'Bearer x' },
    ],
    ['malformed JSON', 400, 'request.json', 'POST', `${base}/collections`, '{"chain": '],
    ['10,000 levels', 400, 'request.json', 'POST', `${base}/collections`, `{"a":${'['.repeat(1e4)}${']'.repeat(1e4)}}`],
    ['no body', 400, 'request.invalid', 'POST', `${base}/collections`],
    ['a list for a body', 400, 'request.invalid', 'POST', `${base}/collections`, []],
    [
      'another content type',
      415,
      'request.mediaType',
      'POST',
      `${base}/collections`,
      'chain=polygon',
      { 'content-type': 'text/plain' },
    ],
    ['an unknown chain', 400, 'request.invalid', 'POST', `${base}/collections`, { ...collection, chain: 'dogechain' }],
    [
      'a chain that is not there yet',
      422,
      'network.unsupported',
      'POST',
      `${base}/collections`,
      { ...collection, chain: 'solana' },
    ],
    ['aptos', 422, 'network.unsupported', 'POST', `${base}/collections`, { ...collection, chain: 'aptos' }],
    [
      'semi-fungible with payments',
      422,
      'collection.unsupported',
      'POST',
      `${base}/collections`,
      {
        ...collection,
        fungibility: 'semi-fungible',
        payments: { price: '0.001', recipientAddress: polygonAddress },
      },
    ],
    [
      'semi-fungible of a kind for others',
      422,
      'collection.unsupported',
      'POST',
      `${base}/collections`,
      { ...collection, fungibility: 'semi-fungible', contractKind: 'standard' },
    ],
    [
      'semi-fungible on Solana',
      400,
      'request.invalid',
      'POST',
      `${base}/collections`,
      { ...collection, chain: 'solana', fungibility: 'semi-fungible' },
    ],
    [
      'payments in another coin',
      422,
      'payments.currency',
      'POST',
      `${base}/collections`,
      { ...collection, payments: { price: '0.001', recipientAddress: polygonAddress, currency: 'USDC' } },
    ],
    [
      'malformed payments',
      400,
      'request.invalid',
      'POST',
      `${base}/collections`,
      { ...collection, payments: { price: 1 } },
    ],
    [
      'the certified kind',
      422,
      'collection.unsupported',
      'POST',
      `${base}/collections`,
      { ...collection, contractKind: 'certified' },
    ],
    ['a supply limit of 0', 400, 'request.invalid', 'POST', `${base}/collections`, { ...collection, supplyLimit: 0 }],
    [
      'a supply limit that no contract can keep',
      400,
      'request.invalid',
      'POST',
      `${base}/collections`,
      { ...collection, supplyLimit: 2 ** 48 },
    ],
    [
      'a fraction of a supply limit',
      400,
      'request.invalid',
      'POST',
      `${base}/collections`,
      { ...collection, supplyLimit: 1.5 },
    ],
    ['an unknown collection', 404, 'collection.notFound', 'GET', `${base}/collections/nope`],
    ['minting into an unknown collection', 404, 'collection.notFound', 'POST', `${base}/collections/nope/nfts`, mint],
    ['an unknown NFT', 404, 'nft.notFound', 'GET', `${base}/collections/default/nfts/nope`],
    [
      'updating an unknown NFT',
      404,
      'nft.notFound',
      'PATCH',
      `${base}/collections/default/nfts/nope`,
      { metadata: badge },
    ],
    ['an unknown action', 404, 'action.notFound', 'GET', `${base}/actions/nope`],
    ['an unknown path', 404, 'route.notFound', 'GET', '/api/2022-06-09/nothing'],
    ['a method that is not there', 405, 'request.method', 'DELETE', `${base}/collections`],
    ['a method that is not there on an NFT', 405, 'request.method', 'POST', `${base}/collections/default/nfts/x`, {}],
    [
      'minting on Solana',
      422,
      'network.unsupported',
      'POST',
      `${base}/collections/default-solana/nfts`,
      { ...mint, recipient: 'email:ada@example.com' },
    ],
    ['no recipient', 400, 'request.invalid', 'POST', `${base}/collections/default/nfts`, { metadata: badge }],
    ['no metadata', 400, 'request.invalid', 'POST', `${base}/collections/default/nfts`, { recipient: mint.recipient }],
    ['an empty batch', 400, 'request.invalid', 'POST', `${base}/collections/default/nfts`, { nfts: [] }],
    ['a batch that is no list', 400, 'request.invalid', 'POST', `${base}/collections/default/nfts`, { nfts: 'all' }],
    ['page 0', 400, 'request.invalid', 'GET', `${base}/collections/default/nfts?page=0`],
    ['perPage 101', 400, 'request.invalid', 'GET', `${base}/collections/default/nfts?perPage=101`],
    ['perPage of words', 400, 'request.invalid', 'GET', `${base}/collections/default/nfts?perPage=ten`],
    ['a wallet that is none', 400, 'request.invalid', 'GET', `${base}/wallets/nonsense/nfts`],
    ['a wallet on Solana', 422, 'network.unsupported', 'GET', `${base}/wallets/email:a@b.co:solana/nfts`],
    ['neither user', 400, 'request.invalid', 'GET', '/api/v1-alpha1/wallets'],
    ['both users', 400, 'request.invalid', 'GET', '/api/v1-alpha1/wallets?email=a@b.co&userId=x'],
    ['an id of control characters', 400, 'request.invalid', 'PUT', `${base}/collections/a%00b`, collection],
    ['an id that is too long', 400, 'request.invalid', 'PUT', `${base}/collections/${'x'.repeat(256)}`, collection],
    ['a broken percent-encoding', 400, 'request.url', 'GET', `${base}/collections/%zz`],
    ['another host', 421, 'request.host', 'GET', `${base}/collections`, undefined, { host: 'evil.example' }],
    [
      'another origin',
      403,
      'request.origin',
      'GET',
      `${base}/collections`,
      undefined,
      { origin: 'http://evil.example' },
    ],
    ['an opaque origin', 403, 'request.origin', 'GET', '/health', undefined, { origin: 'null' }],
  ]
  it.each(cases)('%s: %i %s', async (_name, status, code, method, url, body, headers) => {
    const answer = await api.call(method, url, body, headers)
    expect(answer.body).toMatchObject({ error: true, code })
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(Object.keys(answer.body).filter((name) => !['error', 'message', 'code', 'details'].includes(name))).toEqual(
      [],
    )
    expect(answer.body.message).toMatch(/^\S.*\S$/)
  })

  it.each([
    ['an address of another family', 'polygon:4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS'],
    ['a wrong checksum', 'polygon:0x70997970C51812dc3A010C7d01b50e0d17dc79c8'],
    ['another chain', `base:${polygonAddress}`],
    ['an unknown chain', `dogechain:${polygonAddress}`],
    ['the zero address', `polygon:0x${'0'.repeat(40)}`],
    ['a burn address', 'polygon:0x000000000000000000000000000000000000dEaD'],
    ['no e-mail address', 'email:nobody:polygon'],
    ['no user id', 'userId::polygon'],
    ['nothing', ''],
    ['a number', 17],
  ])('refuses a recipient that is %s', async (_name, recipient) => {
    const answer = await api.call('POST', `${base}/collections/default/nfts`, { ...mint, recipient })
    expect(answer.status).toBe(400)
    expect(answer.body.details).toEqual([{ path: 'recipient', message: expect.any(String) }])
  })

  it('refuses text that is no Unicode, wherever it stands', async () => {
    const headers = { 'idempotency-key': 'broken' }
    const name = '\ud800'
    const answers = await Promise.all([
      api.call('POST', `${base}/collections`, { ...collection, metadata: { name } }),
      api.call('POST', `${base}/collections/default/nfts`, { ...mint, metadata: { ...badge, name } }, headers),
      api.call('PUT', `${base}/collections/default/nfts/x`, { ...mint, recipient: `userId:${name}:polygon` }),
      api.call('PUT', `${base}/collections/default/nfts/x`, { ...mint, metadata: { ...badge, [name]: [name] } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  })

  it('refuses metadata whose numbers lose digits, and overlooks them in fields that it does not know', async () => {
    const nfts = `${base}/collections/default/nfts`
    const given = (long: string) =>
      JSON.stringify({
        ...mint,
        metadata: { ...badge, attributes: [{ trait_type: 'n', value: 7 }], own: { deep: [8] } },
      })
        .replace(':7', `:${long}`)
        .replace('[8]', `[1,${long}]`)
    const fault = (at: string) => ({
      path: at,
      message: `${at} is 9007199254740993, more digits than a number of JSON keeps: send it as text.`,
    })
    expect((await api.call('POST', nfts, given('9007199254740993'))).body.details).toEqual([
      fault('metadata.attributes[0].value'),
    ])
    expect(
      (await api.call('POST', nfts, `{"nfts":[${given('1')},${given('9007199254740993')}]}`)).body.details,
    ).toEqual([fault('nfts[1].metadata.attributes[0].value')])
    // As JavaScript writes 2^60.
    const kept = await api.call('POST', nfts, given('1152921504606847000'))
    expect((await api.call('GET', `${nfts}/${kept.body.id}`)).body.metadata).toMatchObject({
      attributes: [{ value: 2 ** 60 }],
      own: { deep: [1, 2 ** 60] },
    })
    const unknown = JSON.stringify({ ...mint, order: 7 }).replace(':7', ':9007199254740993')
    for (const headers of [{}, { 'idempotency-key': 'snowflake' }] as Record<string, string>[])
      expect((await api.call('POST', nfts, unknown, headers)).status).toBe(200)
  })

  it('names every fault of a request at once', async () => {
    const answer = await api.call('POST', `${base}/collections/default/nfts`, {
      recipient: 'nobody',
      metadata: { image: 'picture.png', attributes: [{ trait_type: 'x' }] },
      reuploadLinkedFiles: 'yes',
    })
    expect(answer.status).toBe(400)
    expect(answer.body.details.map(({ path }: { path: string }) => path).sort()).toEqual([
      'metadata.attributes[0].value',
      'metadata.image',
      'metadata.name',
      'recipient',
      'reuploadLinkedFiles',
    ])
  })

  it('says of what is too much that it is, and of what is missing that, once', async () => {
    const most = 'supplyLimit is at most 281474976710655: leave it out for no limit.'
    for (const supplyLimit of [2 ** 48, 2 ** 60, 1e300])
      expect((await api.call('POST', `${base}/collections`, { ...collection, supplyLimit })).body.details).toEqual([
        { path: 'supplyLimit', message: most },
      ])
    const missing = await api.call('GET', `${base}/collections//nfts`)
    expect(missing.body.details).toEqual([
      { path: 'collectionId', message: 'An identifier is missing here: give 1 to 255 bytes of UTF-8.' },
    ])
  })

  it('says the whole path of a field in its sentence, in a batch too', async () => {
    const { body } = await api.call('POST', `${base}/collections/default/nfts`, {
      nfts: [
        { metadata: { ...badge, name: 7, attributes: [3, { trait_type: 3, value: 'x' }] } },
        { recipient: mint.recipient },
      ],
    })
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual([
      'nfts[0].recipient',
      'nfts[0].metadata.name',
      'nfts[0].metadata.attributes[0]',
      'nfts[0].metadata.attributes[1].trait_type',
      'nfts[1].metadata',
    ])
    for (const { path, message } of body.details) expect(message.startsWith(`${path} `)).toBe(true)
  })

  it('tells a key of another kind of wrong: unknown, revoked, without the scope', async () => {
    const other = await openApi()
    try {
      expect((await other.call('GET', `${base}/collections`, undefined, { 'x-api-key': api.key })).body.code).toBe(
        'key.unknown',
      )
    } finally {
      await other.close()
    }
    const { id, key } = await api.newKey(['collections.read'])
    const refused = await api.call('POST', `${base}/collections`, collection, { 'x-api-key': key })
    expect([refused.status, refused.body.code]).toEqual([403, 'key.scope'])
    expect(refused.body.message).toContain(`"mintdesk keys create --project ${api.project.id} --scopes <scopes>"`)
    expect((await api.call('GET', `${base}/collections`, undefined, { 'x-api-key': key })).status).toBe(200)
    await revokeKey(api.context.db, api.project.id, id, Date.now())
    const revoked = await api.call('GET', `${base}/collections`, undefined, { 'x-api-key': key })
    expect([revoked.status, revoked.body.code]).toEqual([403, 'key.revoked'])
  })

  it('says which methods an address takes', async () => {
    expect((await api.call('DELETE', `${base}/collections/`)).headers.allow).toBe('GET, HEAD, POST')
  })
})
