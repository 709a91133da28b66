import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { NoThumbnail } from '../../../../shared/app-api/media.ts'
import { CoreError } from '../../../lib/errors.ts'
import { LinkedFileError } from '../../../metadata/linked-file-error.ts'
import { ThumbnailFault, type ThumbnailSize, thumbnailSizes } from '../../../metadata/thumbnails/thumbnail.ts'
import type { AppContext } from '../context.ts'
import { mediaParams, mediaQuery, requireMediaCookie } from './media-access.ts'
import { mediaSource } from './media-source.ts'

const size = z.object({
  size: z
    .enum(thumbnailSizes.map(String))
    .transform((text) => thumbnailSizes.find((one) => String(one) === text) ?? (64 satisfies ThumbnailSize)),
})

/** The thumbnail is made here, from pixels; still nothing in it may ever run. */
const policy = "sandbox; default-src 'none'"

/**
 * `GET /app/media/<session>/thumbnail?size=64|320&…`: a small square picture (WebP) of the file that `GET /app/media/<session>?…` names. Without
 * one the answer is the reason, `noThumbnail`, which the window shows as a placeholder.
 */
export function thumbnailRoutes(context: AppContext): FastifyPluginAsyncZod {
  const { sessions, thumbnails } = context
  return async (app) => {
    app.get(
      '/media/:session/thumbnail',
      { schema: { params: mediaParams, querystring: z.intersection(size, mediaQuery) } },
      async (request, reply) => {
        await requireMediaCookie(sessions, request, request.params.session)
        const found = await mediaSource(context, request.query)
          .then((source) => thumbnails.get(source, request.query.size))
          .catch((error: unknown) => ({ missing: reasonOf(error) }))
        reply.header('x-content-type-options', 'nosniff').header('content-security-policy', policy)
        if ('missing' in found) return await reply.header('cache-control', 'no-store').send(found.missing)
        const { bytes, etag, forever } = found
        reply
          .header('etag', etag)
          .header(
            'cache-control',
            forever && 'ipfs' in request.query ? 'private, max-age=31536000, immutable' : 'private, max-age=3600',
          )
        if (request.headers['if-none-match'] === etag) return await reply.code(304).send()
        return await reply.type('image/webp').send(bytes)
      },
    )
  }
}

/** Why there is no thumbnail. @throws any error that is not about the picture */
function reasonOf(error: unknown): NoThumbnail {
  // A CoreError: the import was removed, and its dropped files with it.
  if (error instanceof LinkedFileError || error instanceof CoreError)
    return { kind: 'unavailable', message: error.message }
  if (error instanceof ThumbnailFault) return { kind: error.kind, message: error.message }
  throw error
}
