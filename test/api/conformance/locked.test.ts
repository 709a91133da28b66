/** What a program is told while the vault of the live projects is locked. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProject, updateProject } from '../../../src/core/store/installation/projects.ts'
import { exampleMetadata } from '../../../src/shared/api-schemas/common.ts'
import { scopes } from '../../../src/shared/app-api.ts'
import { type Operation, operationsOf } from '../described.ts'
import { type OpenApi, openApi } from '../open-api.ts'
import { requestOf } from './request-of.ts'
import { ids, table } from './table.ts'

const sentence = 'The vault is locked: unlock it in Settings.'
let api: OpenApi
let operations: Operation[]
let headers: Record<string, string>

beforeAll(async () => {
  api = await openApi({ noLive: null, vaultLocked: sentence })
  operations = operationsOf((await api.call('GET', '/openapi.json')).body)
  const { db } = api.context
  const live = await createProject(db, { name: 'Shop', kind: 'live' }, Date.now())
  await updateProject(db, live.id, { enterprise: true })
  headers = { 'x-api-key': (await api.newKey([...scopes], live)).key }
  const at = (id: string) => `/api/2022-06-09/collections/${encodeURIComponent(id)}`
  for (const [id, fungibility] of [
    [ids.collection, 'non-fungible'],
    [ids.copies, 'semi-fungible'],
    ['patched/1', 'non-fungible'],
  ] as const)
    expect(
      await api.call('PUT', at(id), { chain: 'polygon', metadata: { name: 'C' }, fungibility }, headers),
    ).toMatchObject({ status: 200, body: { onChain: { chain: 'polygon' } } })
})
afterAll(() => api.close())

/** What needs a key, or an address that only the keys tell. */
const needKeys = [
  'PATCH /api/2022-06-09/collections/{collectionId}',
  'POST /api/2022-06-09/collections/{collectionId}/nfts',
  'PUT /api/2022-06-09/collections/{collectionId}/nfts/{id}',
  'GET /api/2022-06-09/wallets/{identifier}/nfts',
  'GET /api/v1-alpha1/wallets/{identifier}/nfts',
  'POST /api/v1-alpha1/wallets',
  'POST /api/v1-alpha1/wallets/transfer',
  'PUT /api/v1-alpha1/minting/collections/{collectionId}/base-uri',
  'PUT /api/v1-alpha1/minting/collections/{collectionId}/transferable',
  'PUT /api/v1-alpha1/minting/collections/{collectionId}/royalties',
  'DELETE /api/v1-alpha1/minting/collections/{collectionId}/royalties',
]

it('answers 503 with the cure where keys are needed, and what it can elsewhere, as documented', async () => {
  const locked = new Set<string>()
  const faults: string[] = []
  for (const row of table) {
    const sent = requestOf(row, { headers })
    const { status, body, text } = await api.call(sent.method, sent.path, sent.body, sent.headers)
    const { answers } = operations.find(({ method, path }) => row.route === `${method} ${path}`) ?? {}
    if (!answers?.has(status)) faults.push(`${row.route}: ${status} is not documented: ${text}`)
    if (status === 503) locked.add(row.route)
    if (status === 503 && (body.code !== 'vault.locked' || body.message !== sentence))
      faults.push(`${row.route}: ${text}`)
  }
  expect(faults).toEqual([])
  expect([...locked].sort()).toEqual(needKeys.toSorted())
})

it('keeps nothing of a mint that it refused', async () => {
  const path = `/api/2022-06-09/collections/${encodeURIComponent(ids.collection)}/nfts`
  const mint = { recipient: 'email:ada@example.com:polygon', metadata: exampleMetadata }
  const key = { ...headers, 'idempotency-key': 'while-locked' }
  expect(await api.call('POST', path, mint, key)).toMatchObject({ status: 503, body: { code: 'vault.locked' } })
  const { count } = await api.context.db
    .selectFrom('mints')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(0)
})
