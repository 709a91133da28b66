import { createReadStream } from 'node:fs'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CoreError } from '../../lib/errors.ts'
import { ApiFault } from '../http/faults.ts'
import type { AppContext } from './context.ts'

/** `GET /app/opened-files/{id}`: a file that was opened with Mintdesk; each can be read once. */
export function openedFileRoutes({ openedFiles }: AppContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/opened-files/:id', { schema: { params: z.object({ id: z.uuid() }) } }, async (request, reply) => {
      const { path, name, size } = await openedFiles.take(request.params.id).catch((error: unknown) => {
        throw error instanceof CoreError ? new ApiFault(404, error.code, error.message) : error
      })
      return reply
        .type('application/octet-stream')
        .header('content-length', size)
        .header('x-file-name', encodeURIComponent(name))
        .send(createReadStream(path))
    })
  }
}
