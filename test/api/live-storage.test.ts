import { afterEach, beforeEach, expect, it } from 'vitest'
import { createProject } from '../../src/core/store/installation/projects.ts'
import { type KuboNode, openKuboNode } from '../metadata/kubo-node.ts'
import { badge, type OpenApi, openApi, polygonAddress } from './open-api.ts'

let api: OpenApi
let node: KuboNode
let headers: { 'x-api-key': string }
const nfts = '/api/2022-06-09/collections/default-polygon/nfts'
const recipient = `polygon:${polygonAddress}`

beforeEach(async () => {
  api = await openApi({ noLive: null })
  node = await openKuboNode()
  const live = await createProject(api.context.db, { name: 'Shop', kind: 'live' }, Date.now())
  headers = { 'x-api-key': (await api.newKey(undefined, live)).key }
})
afterEach(async () => {
  await api.close()
  await node.close()
})

it('refuses live mints whose metadata nobody would serve, with the cure; hosted ones and practice are taken', async () => {
  const refused = await api.call('POST', nfts, { recipient, metadata: badge }, headers)
  expect(refused).toMatchObject({ status: 422, body: { error: true, code: 'storage.missing' } })
  expect(refused.body.message).toMatch(/no storage is set: set one in Settings, or with "mintdesk storage set"/)
  const batch = await api.call(
    'POST',
    nfts,
    {
      nfts: [
        { recipient, metadata: 'https://example.com/1.json' },
        { recipient, metadata: badge },
      ],
    },
    headers,
  )
  expect(batch.body.code).toBe('storage.missing')
  expect(await api.call('POST', nfts, { recipient, metadata: 'https://example.com/1.json' }, headers)).toMatchObject({
    status: 200,
  })
  expect(await api.call('POST', nfts, { recipient, metadata: badge })).toMatchObject({ status: 200 })

  await api.context.storage.set({ kind: 'kubo', url: node.url })
  await node.close()
  // What is accepted waits for a node that is down.
  expect(await api.call('POST', nfts, { recipient, metadata: badge }, headers)).toMatchObject({ status: 200 })
  await node.reopen()
})
