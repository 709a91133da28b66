/** What a live collection shows: where its new metadata lies, and that it is published before anything is signed for it. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CoreContext } from '../../../src/core/api/http/context.ts'
import { acceptMetadata } from '../../../src/core/api/resources/collections/metadata.ts'
import type { ChainClient } from '../../../src/core/chains/family/family.ts'
import type { Work } from '../../../src/core/chains/family/work.ts'
import { contentPath } from '../../../src/core/lib/uri-prefix.ts'
import { contentOf } from '../../../src/core/minting/work.ts'
import { findCollection, setContract } from '../../../src/core/store/collections/collections.ts'
import { createProject } from '../../../src/core/store/installation/projects.ts'
import type { Project } from '../../../src/shared/app-api.ts'
import { openS3Double, type S3Double } from '../../metadata/services/s3-double.ts'
import { badge, type OpenApi, openApi } from '../open-api.ts'

let api: OpenApi
let s3: S3Double
let live: Project
let headers: { 'x-api-key': string }

beforeEach(async () => {
  api = await openApi({ noLive: null })
  s3 = await openS3Double()
  live = await createProject(api.context.db, { name: 'Shop', kind: 'live' }, Date.now())
  headers = { 'x-api-key': (await api.newKey(undefined, live)).key }
})
afterEach(async () => {
  await api.close()
  await s3.close()
})

async function collectionOf(id: string) {
  const collection = await findCollection(api.context.db, live.id, id)
  if (!collection) throw new Error(`there is no collection ${id}`)
  return collection
}

async function setBucket(): Promise<string> {
  const { accessKeyId, secretAccessKey, url, publicUrl } = s3
  const bucket = { bucket: 'nfts', region: 'auto', accessKeyId, secretAccessKey }
  await api.context.storage.set({ kind: 's3', url, publicUrl, uris: 'https', ...bucket })
  return publicUrl
}

async function make(id: string, more: object): Promise<void> {
  const body = { chain: 'polygon', metadata: { name: 'Shop', symbol: 'SHOP', imageUrl: badge.image }, ...more }
  expect(await api.call('PUT', `/api/2022-06-09/collections/${id}`, body, headers)).toMatchObject({ status: 200 })
}

/** The work of the last change, and the metadata that it names. */
async function lastChange(): Promise<{ work: Work & { kind: 'set-metadata' }; json: Record<string, string> }> {
  const { db, content } = api.context
  const rows = db.selectFrom('actions').select('work').where('kind', '=', 'collections.update').orderBy('pk', 'desc')
  const work = JSON.parse((await rows.executeTakeFirstOrThrow()).work) as Work & { kind: 'set-metadata' }
  const bytes = await content.read(contentPath(work.uri) ?? '')
  return { work, json: JSON.parse(new TextDecoder().decode(bytes)) as Record<string, string> }
}

/** With a network that knows where contracts will be, and is asked for nothing else. */
async function withNetwork(id: string, address: string): Promise<CoreContext> {
  const { pk, contract_uri: uri } = await collectionOf(id)
  await setContract(api.context.db, pk, { uri: uri ?? '', address })
  const client = async () => ({ contractAddress: () => address }) as unknown as ChainClient
  return { ...api.context, chains: { ...api.context.chains, client } }
}

it('new metadata and its pictures lie where the content of the collection does, and are published before the change is signed', async () => {
  const publicUrl = await setBucket()
  // A file that a person chose is copied there, whatever the collection does with links.
  await make('linked', { reuploadLinkedFiles: false })
  const address = '0x00000000000000000000000000000000000000aa'
  const context = await withNetwork('linked', address)
  const { contract_uri: atFirst } = await collectionOf('linked')
  const { cid } = await api.context.content.putBytes(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  const kept = 'https://example.com/banner.png'
  const patch = { imageUrl: `ipfs://${cid}`, bannerUrl: kept }
  await acceptMetadata(context, live, await collectionOf('linked'), patch)
  const { work, json } = await lastChange()
  expect(work).toMatchObject({ contract: address, shown: { ...patch, description: '', link: '' } })
  expect(work.uri).toMatch(new RegExp(`^${publicUrl}baf`))
  expect(json).toMatchObject({ image: `${publicUrl}${cid}`, banner_image: kept })
  expect(contentOf(work)).toEqual({ needed: [work.uri], useful: [] })
  expect(await api.context.metadata.publish(live, contentOf(work).needed, publicUrl)).toBe(true)
  for (const uri of [work.uri, json.image ?? '']) expect((await fetch(uri)).status).toBe(200)
  expect(await collectionOf('linked')).toMatchObject({ contract_uri: atFirst, contract_address: address })
})

it('a picture that is not changed stays as the metadata has it, also where its own host is gone', async () => {
  await setBucket()
  const [gone, data] = ['https://127.0.0.1:1/gone.png', badge.image]
  await make('gone', { metadata: { name: 'Shop', symbol: 'SHOP', imageUrl: gone } })
  const context = await withNetwork('gone', '0x00000000000000000000000000000000000000bb')
  const change = async (patch: object) => acceptMetadata(context, live, await collectionOf('gone'), patch)
  await change({ description: 'New' })
  expect((await lastChange()).json).toMatchObject({ description: 'New', image: gone })
  await expect(change({ bannerUrl: gone })).rejects.toMatchObject({ status: 400, details: [{ path: 'bannerUrl' }] })

  await make('held', { metadata: { name: 'Shop', imageUrl: data } })
  const held = await withNetwork('held', '0x00000000000000000000000000000000000000cc')
  await acceptMetadata(held, live, await collectionOf('held'), { link: 'https://example.com' })
  const { json, work } = await lastChange()
  expect([work.shown.imageUrl, json.image]).toEqual([data, expect.stringMatching(/^http:.*\/baf/)])
})

it('of two changes at once neither undoes the other', async () => {
  await setBucket()
  await make('busy', {})
  const context = await withNetwork('busy', '0x00000000000000000000000000000000000000dd')
  const collection = await collectionOf('busy')
  const patches = [{ description: 'New' }, { link: 'https://example.com' }, { bannerUrl: badge.image }]
  const ids = await Promise.all(patches.map((patch) => acceptMetadata(context, live, collection, patch)))
  expect(new Set(ids).size).toBe(3)
  const { work, json } = await lastChange()
  expect(work.shown).toMatchObject(Object.assign({}, ...patches))
  expect(json).toMatchObject({
    description: 'New',
    external_link: 'https://example.com',
    banner_image: expect.any(String),
  })
})

it('a live collection whose metadata nobody would serve is not changed, with the cure', async () => {
  await make('unserved', { metadata: { name: 'Shop' } })
  await expect(
    acceptMetadata(api.context, live, await collectionOf('unserved'), { description: 'New' }),
  ).rejects.toMatchObject({ code: 'storage.missing', message: expect.stringContaining('set one in Settings') })
  expect(
    await api.context.db.selectFrom('actions').select('pk').where('kind', '=', 'collections.update').execute(),
  ).toEqual([])
})
