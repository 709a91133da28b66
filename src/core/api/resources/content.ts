import type { FastifyInstance } from 'fastify'
import { answerContent } from '../../metadata/content-answer.ts'
import type { CoreContext } from '../http/context.ts'

/** `GET /ipfs/<cid>…`: the content that practice networks refer to, for programs of this machine. */
export async function contentRoutes(app: FastifyInstance, { context }: { context: CoreContext }): Promise<void> {
  app.get<{ Params: { '*': string } }>('/ipfs/*', { schema: { hide: true } }, async (request, reply) => {
    const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers
    const found = await answerContent(context.content, request.params['*'].replace(/\/+$/, ''), {
      ...(range === undefined ? {} : { range }),
      ...(typeof ifRange === 'string' ? { 'if-range': ifRange } : {}),
      ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
    })
    return reply.code(found.status).headers(found.headers).send(found.body)
  })
}
