/** Idempotency keys when a practice network is reset, by the API, where collections' ids hold what paths are made of. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { wipeNetwork } from '../../src/core/store/installation/practice-reset.ts'
import { badge, type OpenApi, openApi, polygonAddress } from '../api/open-api.ts'

const base = '/api/2022-06-09/collections'

let api: OpenApi
beforeEach(async () => {
  api = await openApi()
})
afterEach(() => api.close())

const pathOf = (id: string): string => `${base}/${encodeURIComponent(id)}`

async function make(id: string, chain: string, fungibility = 'non-fungible'): Promise<void> {
  const metadata = { name: `Tickets of ${id}`, description: 'For one evening.', symbol: 'TICK' }
  const { status, text } = await api.call('PUT', pathOf(id), { chain, metadata, fungibility })
  expect(status, text).toBe(200)
}

/** Asks with the same key each time. */
async function post(id: string, what: string, body: unknown) {
  const answer = await api.call('POST', `${pathOf(id)}/${what}`, body, { 'idempotency-key': 'order-17' })
  return { status: answer.status, replay: answer.headers['idempotent-replay'], body: JSON.stringify(answer.body) }
}

const nft = (chain: string) => ({ recipient: `${chain}:${polygonAddress}`, metadata: badge })

it('they go with the collection, and the same request makes anew what it made', async () => {
  const ask = async () => {
    await make('a/b', 'polygon')
    await make('many/nfts', 'polygon')
    await make('copies at 50%', 'polygon', 'semi-fungible')
    return [
      await post('a/b', 'nfts', nft('polygon')),
      await post('default', 'nfts', nft('polygon')),
      await post('default-polygon', 'nfts', nft('polygon')),
      await post('many/nfts', 'nfts', { nfts: [nft('polygon'), nft('polygon')] }),
      await post('copies at 50%', 'templates', { metadata: badge }),
    ]
  }
  const before = await ask()
  await wipeNetwork(api.context.db, 'polygon', 1)
  const after = await ask()
  expect(after.map(({ status, replay }) => [status, replay])).toEqual(after.map(() => [200, undefined]))
  for (const [place, { body }] of after.entries()) expect(body).not.toBe(before[place]?.body)
  const { length } = await api.context.db.selectFrom('mints').select('id').execute()
  expect(length).toBe(5)
})

it('those of a collection elsewhere stay, which has the id of one that goes as its beginning', async () => {
  const ask = async () => [
    await post('a/b', 'nfts', nft('base')),
    await post('a/nfts', 'nfts', nft('base')),
    await post('b', 'nfts', nft('base')),
  ]
  await make('a', 'polygon')
  await make('a/b', 'base')
  await make('a/nfts', 'base')
  await make('b', 'base')
  expect((await post('a', 'nfts', nft('polygon'))).status).toBe(200)
  const before = await ask()
  await wipeNetwork(api.context.db, 'polygon', 1)
  expect(await ask()).toEqual(before.map((answer) => ({ ...answer, replay: 'true' })))
  const { length } = await api.context.db.selectFrom('mints').select('id').execute()
  expect(length).toBe(3)
})
