import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { settle } from './minting.ts'
import { type OpenApi, openApi } from './open-api.ts'

const nfts = '/api/2022-06-09/collections/default-polygon/nfts'
const gif = (tone: number): Buffer =>
  Buffer.from([...Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'), tone])

let host: Server
let image: string
let picture: Buffer
let api: OpenApi

beforeEach(async () => {
  picture = gif(1)
  host = createServer(
    (_request, response) => void response.writeHead(200, { 'content-type': 'image/gif' }).end(picture),
  )
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  const { port } = host.address() as AddressInfo
  image = `http://127.0.0.1:${port}/level.gif`
  api = await openApi({ allowedHosts: [{ host: '127.0.0.1', port }] })
})
afterEach(async () => {
  await api.close()
  host.closeAllConnections()
  host.close()
  await once(host, 'close')
})

/** The picture that the metadata of the last change names. */
async function pictureOfLast(): Promise<Buffer> {
  const { work } = await api.context.db
    .selectFrom('actions')
    .select('work')
    .orderBy('pk', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { uri } = JSON.parse(work) as { uri: string }
  const read = async (address: string) => Buffer.from((await api.context.content.read(address.slice(7))) ?? [])
  return read((JSON.parse((await read(uri)).toString()) as { image: string }).image)
}

it('an NFT that is updated gets the picture that lies at its address then, also where another one lay there a moment ago', async () => {
  const metadata = { name: 'Hero', description: 'Level 1', image }
  const { body } = await api.call('POST', nfts, { recipient: `polygon:0x${'0a'.repeat(20)}`, metadata })
  await settle(api, body.id, 4)
  expect((await api.call('PATCH', `${nfts}/${body.id}`, { metadata })).status).toBe(200)
  expect(await pictureOfLast()).toEqual(gif(1))
  picture = gif(2)
  expect((await api.call('PATCH', `${nfts}/${body.id}`, { metadata })).status).toBe(200)
  expect(await pictureOfLast()).toEqual(gif(2))
})
