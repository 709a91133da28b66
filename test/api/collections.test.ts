import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject } from '../../src/core/store/installation/projects.ts'
import { type OpenApi, openApi } from './open-api.ts'

const base = '/api/2022-06-09'
const input = {
  chain: 'polygon',
  metadata: { name: 'Badges', description: 'For all', imageUrl: 'https://example.com/a.png', symbol: 'BDG' },
  reuploadLinkedFiles: false,
}
let api: OpenApi
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

describe('collections', () => {
  it('every project has the three default collections', async () => {
    const { body } = await api.call('GET', `${base}/collections/`)
    expect(body.results.map(({ id, onChain }: { id: string; onChain: object }) => ({ id, ...onChain }))).toEqual([
      {
        id: 'default-polygon',
        chain: 'polygon',
        type: 'erc-721',
        contractAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      },
      { id: 'default-solana', chain: 'solana', type: 'metaplex-certified-collection' },
      { id: 'default-aptos', chain: 'aptos', type: 'aptos-digital-asset' },
    ])
    const byAlias = await api.call('GET', `${base}/collections/default`)
    expect(byAlias.body).toEqual(body.results[0])
  })

  it('a plain create answers the collection with a UUID, its address, and an action of that id', async () => {
    const { status, body } = await api.call('POST', `${base}/collections/`, { ...input, supplyLimit: 5, unknown: true })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      metadata: input.metadata,
      fungibility: 'non-fungible',
      onChain: { chain: 'polygon', type: 'erc-721', contractAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) },
      supplyLimit: 5,
      actionId: body.id,
    })
    expect((await api.call('GET', `${base}/collections/${body.id}`)).body).toEqual(body)
    expect(api.woken).toHaveLength(1)
    const action = await api.call('GET', `${base}/actions/${body.actionId}`)
    expect(action.body).toEqual({
      actionId: body.id,
      action: 'collections.create',
      status: 'pending',
      data: { chain: 'polygon', collection: { id: body.id, contractAddress: body.onChain.contractAddress } },
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      resource: `http://localhost:80${base}/actions/${body.id}`,
    })
  })

  it('all 15 EVM chains take collections, each with its address', async () => {
    const made = await Promise.all(
      ['base', 'zora-sepolia', 'astar-zkevm'].map((chain) =>
        api.call('PUT', `${base}/collections/on-${chain}`, { ...input, chain }),
      ),
    )
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(made.map(({ body }) => body.onChain.contractAddress)).size).toBe(3)
  })

  it('the kind of contract is chosen at creation, and the address follows from it', async () => {
    const [economy, standard] = await Promise.all(
      ['economy', 'standard'].map((contractKind) =>
        api.call('PUT', `${base}/collections/kind-${contractKind}`, { ...input, contractKind }),
      ),
    )
    expect([economy?.status, standard?.status]).toEqual([200, 200])
    expect(standard?.body.onChain).toMatchObject({ chain: 'polygon', type: 'erc-721' })
    expect(standard?.body.onChain.contractAddress).not.toBe(economy?.body.onChain.contractAddress)
    const other = await api.call('PUT', `${base}/collections/kind-standard`, { ...input, contractKind: 'economy' })
    expect(other.headers['idempotent-mismatch']).toBe('contractKind')
  })

  it('PUT makes a collection once and names what a repeat asks for in vain', async () => {
    const id = 'meine Sammlung/№ 1'
    const url = `${base}/collections/${encodeURIComponent(id)}`
    const first = await api.call('PUT', url, input)
    expect([first.status, first.body.id, first.headers['idempotent-replay']]).toEqual([200, id, undefined])
    const again = await api.call('PUT', `${url}/`, input)
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotent-replay']).toBe('true')
    expect(again.headers['idempotent-mismatch']).toBeUndefined()
    const other = await api.call('PUT', url, { chain: 'base', metadata: { name: 'Else' }, supplyLimit: 3 })
    expect(other.body).toEqual(first.body)
    expect(other.headers['idempotent-mismatch']).toBe('chain, metadata.name, supplyLimit')
  })

  it('requests at the same time make one', async () => {
    const sent = Array.from({ length: 8 }, () => api.call('PUT', `${base}/collections/raced`, input))
    const answers = await Promise.all(sent)
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replay'] === undefined)).toHaveLength(1)
    const keyed = { 'idempotency-key': 'same' }
    const posts = await Promise.all(
      Array.from({ length: 8 }, () => api.call('POST', `${base}/collections`, input, keyed)),
    )
    expect(new Set(posts.map(({ body }) => body.id)).size).toBe(1)
    expect(posts.filter(({ headers }) => headers['idempotent-replay'] === undefined)).toHaveLength(1)
  })

  it('an idempotency key counts for one body, in either header', async () => {
    const first = await api.call('POST', `${base}/collections`, input, { 'idempotency-key': 'k1' })
    const again = await api.call('POST', `${base}/collections/`, input, { 'x-idempotency-key': 'k1' })
    expect(again.body).toEqual(first.body)
    const other = await api.call(
      'POST',
      `${base}/collections`,
      { ...input, chain: 'base' },
      { 'idempotency-key': 'k1' },
    )
    expect([other.status, other.body.code]).toEqual([409, 'idempotency.conflict'])
  })

  it('a project sees its own collections only', async () => {
    const other = await createProject(api.context.db, { name: 'Other', kind: 'practice' }, Date.now())
    const { key } = await api.newKey(undefined, other)
    await api.call('PUT', `${base}/collections/mine`, input)
    const seen = await api.call('GET', `${base}/collections/mine`, undefined, { 'x-api-key': key })
    expect(seen.status).toBe(404)
    const same = await api.call('PUT', `${base}/collections/mine`, input, { 'x-api-key': key })
    expect(same.headers['idempotent-replay']).toBeUndefined()
    const mine = await api.call('GET', `${base}/collections/mine`)
    expect(same.body.onChain.contractAddress).not.toBe(mine.body.onChain.contractAddress)
  })

  it('a default collection’s action waits for its first mint', async () => {
    const { status, body } = await api.call('GET', `${base}/actions/default-polygon`)
    expect([status, body.action, body.status]).toEqual([200, 'collections.create', 'pending'])
  })
})
