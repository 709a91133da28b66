import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ipfsPath } from '../../../holdings/ipfs-address.ts'
import { ThumbnailFault, type ThumbnailSize, thumbnailSizes } from '../../../metadata/thumbnails/thumbnail.ts'
import type { ThumbnailSource } from '../../../metadata/thumbnails/thumbnails.ts'
import { ApiFault } from '../../http/faults.ts'
import type { AppContext } from '../context.ts'
import { mediaParams, mediaQuery, requireMediaCookie } from './media-access.ts'

const size = z.object({
  size: z
    .enum(thumbnailSizes.map(String))
    .transform((text) => thumbnailSizes.find((one) => String(one) === text) ?? (64 satisfies ThumbnailSize)),
})

/** It was drawn here, from pixels; still nothing in it may ever run. */
const policy = "sandbox; default-src 'none'"

/**
 * `GET /app/media/<session>/thumbnail?size=64|320&…`: a small square picture (WebP) of what `GET /app/media/<session>?…` names. What has none
 * answers 422 with `thumbnail.<why>` and a sentence, which the window shows as a placeholder; what is on its way answers 503 with `Retry-After`.
 */
export function thumbnailRoutes({ imports, sessions, thumbnails }: AppContext): FastifyPluginAsyncZod {
  async function sourceOf(query: z.infer<typeof mediaQuery>): Promise<ThumbnailSource> {
    if ('url' in query) return { kind: 'url', url: query.url }
    if ('ipfs' in query) return { kind: 'ipfs', path: ipfsPath(query.ipfs) }
    return { kind: 'dropped', folder: await imports.mediaDir(query.import), name: query.path }
  }

  return async (app) => {
    app.get(
      '/media/:session/thumbnail',
      { schema: { params: mediaParams, querystring: z.intersection(size, mediaQuery) } },
      async (request, reply) => {
        await requireMediaCookie(sessions, request, request.params.session)
        const source = await sourceOf(request.query)
        const { bytes, etag, forever } = await thumbnails.get(source, request.query.size).catch((error: unknown) => {
          throw error instanceof ThumbnailFault ? answered(error) : error
        })
        reply
          .header('etag', etag)
          .header('cache-control', forever ? 'private, max-age=31536000, immutable' : 'private, max-age=3600')
          .header('x-content-type-options', 'nosniff')
          .header('content-security-policy', policy)
        if (request.headers['if-none-match'] === etag) return await reply.code(304).send()
        return await reply.type('image/webp').send(bytes)
      },
    )
  }
}

function answered({ kind, message }: ThumbnailFault): ApiFault {
  const code = `thumbnail.${kind}`
  return kind === 'waiting' ? new ApiFault(503, code, message, [], 1) : new ApiFault(422, code, message)
}
