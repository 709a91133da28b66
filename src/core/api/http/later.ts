/** Parts of the server that are rarely used and slow to load: each is a server of its own, opened at its first request. */
import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { handleErrors, nothingAt } from './error-handling.ts'
import { serverParts } from './server-parts.ts'

/** A server that is opened once, at its first use; if that fails, the next use tries again. */
export interface LaterPart {
  opened(): Promise<FastifyInstance>
}

/** @param build adds the server's routes, under the same URLs as in `app` */
export function openLater(
  app: FastifyInstance,
  log: Logger,
  build: (part: FastifyInstance) => Promise<void>,
): LaterPart {
  let opening: Promise<FastifyInstance> | undefined
  const open = async (): Promise<FastifyInstance> => {
    const part = Fastify({ ...serverParts, exposeHeadRoutes: true })
    handleErrors(part, log)
    part.setNotFoundHandler((request) => {
      throw nothingAt(request)
    })
    await build(part)
    await part.ready()
    return part
  }
  app.addHook('onClose', async () => {
    await (await opening?.catch(() => undefined))?.close()
  })
  return {
    opened() {
      opening ??= open().catch((error: unknown) => {
        opening = undefined
        throw error
      })
      return opening
    },
  }
}

/** Lets a part answer GET and HEAD at a URL of `app`, which checks the request and sets its headers first. */
export function answerBy(app: FastifyInstance, url: string, part: LaterPart): void {
  app.get(url, { schema: { hide: true } }, async (request, reply) => {
    const { routing } = await part.opened()
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    routing(request.raw, reply.raw)
  })
}
