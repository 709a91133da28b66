import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { storedPicture } from '../../../../shared/app-api/media.ts'
import { largestMedia } from '../../../../shared/media/media-files.ts'
import { contentTypeOf, headBytes } from '../../../metadata/content-type.ts'
import { ApiFault } from '../../http/faults.ts'
import type { AppContext } from '../context.ts'
import { uploads } from '../imports/import-routes.ts'
import { acceptFiles, receiveFile } from '../imports/upload.ts'

/**
 * `POST /app/pictures` with a picture's bytes (application/octet-stream) → `storedPicture`: stored in the content store, so that metadata can
 * name it. Where a storage serves the metadata, the picture is uploaded with it.
 */
export function pictureRoutes({ content, dataDir }: AppContext): FastifyPluginAsyncZod {
  return async (app) => {
    acceptFiles(app)

    app.post('/pictures', { schema: { response: { 200: storedPicture } } }, async (request) => {
      const folder = join(dataDir, uploads, randomUUID())
      const file = join(folder, 'file')
      try {
        await receiveFile(request.body, file, largestMedia)
        const type = await typeOf(file)
        if (!type.startsWith('image/'))
          throw new ApiFault(
            422,
            'media.type',
            `This file is no picture, but ${type}: choose one such as PNG, JPEG or SVG.`,
          )
        const { cid } = await content.putStream(createReadStream(file))
        return { uri: `ipfs://${cid}` }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
  }
}

async function typeOf(file: string): Promise<string> {
  const opened = await open(file)
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return await contentTypeOf(buffer.subarray(0, bytesRead))
  } finally {
    await opened.close()
  }
}
