/** Parts of the server that few requests want, and that take long to load: each is a server of its own, opened at its first request. */
import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { handleErrors, nothingAt } from './error-handling.ts'
import { serverParts } from './server-parts.ts'

/** A server that is opened once, when it is first wanted; one that could not be opened is tried again. */
export interface LaterPart {
  opened(): Promise<FastifyInstance>
}

/** @param build gives the server its routes, under the addresses that it is asked at */
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

/** Has a part answer what is asked (GET, HEAD) at an address of `app`, which checks the request and sets its headers first. */
export function answerBy(app: FastifyInstance, url: string, part: LaterPart): void {
  app.get(url, { schema: { hide: true } }, async (request, reply) => {
    const { routing } = await part.opened()
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    routing(request.raw, reply.raw)
  })
}
