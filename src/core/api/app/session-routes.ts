import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { session, sessionRequest } from '../../../shared/app-api.ts'
import { ApiFault } from '../faults.ts'
import type { AppContext } from './context.ts'

const bearer = /^Bearer (\S+)$/i

/** Letting in: a ticket becomes a bearer token and the media cookie; the command line makes tickets. */
export function sessionRoutes({ sessions }: AppContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.post('/session', { schema: { body: sessionRequest, response: { 200: session } } }, async (request, reply) => {
      const made = await sessions.exchange(request.body.ticket)
      if (made === undefined)
        throw new ApiFault(
          401,
          'session.ticket',
          'This link was used before or is more than a minute old: open Mintdesk again, or run "mintdesk serve --open".',
        )
      reply.header(
        'set-cookie',
        `${mediaCookieName(request)}=${made.media}; HttpOnly; SameSite=Strict; Path=/app/media; Max-Age=7776000`,
      )
      return { token: made.token }
    })

    app.post('/tickets', { schema: { response: { 200: z.object({ ticket: z.string() }) } } }, async (request) => {
      const token = bearer.exec(request.headers.authorization ?? '')?.[1]
      if (token === undefined || !sessions.isOwner(token))
        throw new ApiFault(401, 'session.owner', 'Only the token in api.json of the data folder makes tickets.')
      return { ticket: sessions.ticket() }
    })
  }
}

/** Cookies ignore ports, so the name has it: another Mintdesk on this machine must not take ours away. */
export function mediaCookieName(request: FastifyRequest): string {
  return `mintdesk-media-${request.raw.socket.localPort ?? 0}`
}

/** The value of the media cookie that came with a request. */
export function mediaCookie(request: FastifyRequest): string | undefined {
  const name = `${mediaCookieName(request)}=`
  const found = (request.headers.cookie ?? '').split(/;\s*/).find((cookie) => cookie.startsWith(name))
  return found?.slice(name.length)
}
