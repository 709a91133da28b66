import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ipfsAddress } from '../../../holdings/ipfs-address.ts'
import { contentTypeOf, headBytes } from '../../../metadata/content-type.ts'
import { LinkedFileError } from '../../../metadata/linked-file-error.ts'
import { findMediaFile } from '../../../metadata/media-folder.ts'
import { dataBytes } from '../../../metadata/thumbnails/data-bytes.ts'
import { ApiFault } from '../../http/faults.ts'
import type { AppContext } from '../context.ts'
import { mediaParams, mediaQuery, requireMediaCookie } from './media-access.ts'
import { mediaSource } from './media-source.ts'

const shown = /^(image|video|audio)\//

/** No script, and an origin of its own: anybody may have made the file. An `<img>` of the window is not affected. */
const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/**
 * `GET /app/media/<session>?url=…`: an image, video or sound of an unknown host, so that the window itself never contacts that host.
 * `GET /app/media/<session>?ipfs=<path>`: a file behind a CID: from this machine if it is stored here, else through a gateway.
 * `GET /app/media/<session>?import=…&path=…`: a file that was dropped with a spreadsheet, by the name in its rows.
 * `GET /app/media/<session>?mint=<key>&role=image|animation`: the file that the metadata of an NFT of this database names.
 * All are authorised by the media cookie, since an `<img>` sends no bearer token.
 */
export function mediaRoutes(context: AppContext): FastifyPluginAsyncZod {
  const { content, fetcher, providers, sessions } = context

  /** Sends the file from the first gateway that has it; if none has, throws the last gateway's error. */
  async function sendFromGateway(reply: FastifyReply, path: string): Promise<void> {
    let last: unknown = new LinkedFileError('metadata.media', 'No IPFS gateway is set: set one in Settings.')
    for (const gateway of await providers.gateways()) {
      try {
        await fetcher.fetch(ipfsAddress(gateway, path), (bytes) => sendMedia(reply, bytes))
        return
      } catch (error) {
        if (reply.sent || !(error instanceof LinkedFileError)) throw error
        last = error
      }
    }
    throw last
  }

  return async (app) => {
    app.get('/media/:session', { schema: { params: mediaParams, querystring: mediaQuery } }, async (request, reply) => {
      await requireMediaCookie(sessions, request, request.params.session)
      try {
        const source = await mediaSource(context, request.query)
        if (source.kind === 'url') await fetcher.fetch(source.url, (bytes) => sendMedia(reply, bytes))
        else if (source.kind === 'data') await sendMedia(reply, dataBytes(source.text))
        else if (source.kind === 'dropped') await sendDropped(reply, source.folder, source.name)
        else if (await content.find(source.path)) return reply.redirect(ipfsAddress('', source.path))
        else await sendFromGateway(reply, source.path)
        return reply
      } catch (error) {
        if (reply.sent) return reply
        if (error instanceof LinkedFileError) throw new ApiFault(422, 'media.unavailable', error.message)
        throw error
      }
    })
  }
}

async function sendDropped(reply: FastifyReply, folder: string, name: string): Promise<void> {
  const bytes = createReadStream((await findMediaFile(folder, name)).path)
  try {
    await sendMedia(reply, bytes)
  } finally {
    bytes.destroy()
  }
}

/** Streams the bytes, once the first ones show that they are media. */
async function sendMedia(reply: FastifyReply, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const pieces = bytes[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  for (let length = 0; length < headBytes; ) {
    const next = await pieces.next()
    if (next.done) break
    first.push(next.value)
    length += next.value.length
  }
  const head = Buffer.concat(first)
  const type = await contentTypeOf(head)
  if (!shown.test(type))
    throw new ApiFault(422, 'media.type', `What lies there is no image, video or sound, but ${type}.`)
  const stream = Readable.from(after(head, pieces), { objectMode: false })
  reply
    .type(type)
    .header('content-security-policy', policy)
    .header('content-disposition', type === 'image/svg+xml' ? 'attachment' : 'inline')
    .header('cache-control', 'private, max-age=3600')
    .send(stream)
  // A closed window or a host that breaks off ends the stream; nobody is left to get an error.
  await finished(stream).catch(() => undefined)
}

async function* after(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head
  for (;;) {
    const next = await rest.next()
    if (next.done) return
    yield next.value
  }
}
