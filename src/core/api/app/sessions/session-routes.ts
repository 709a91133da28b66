import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  hello,
  helloRequest,
  mayDo,
  type Session,
  session,
  sessionRequest,
  ticketPage,
} from '../../../../shared/app-api.ts'
import { bearerToken, countsFor } from '../../http/auth.ts'
import { ApiFault } from '../../http/faults.ts'
import type { AppContext } from '../context.ts'
import type { OpenedSession } from './sessions.ts'

/** Sends a session to its window, with a cookie for that session's media alone, which lasts as long as the session. */
export function giveSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, token, key, pass, run, media, endsAt }: OpenedSession,
  now: number,
): Session {
  const seconds = Math.max(0, Math.floor((endsAt - now) / 1_000))
  const bounds = `HttpOnly; SameSite=Strict; Path=/app/media/${id}; Max-Age=${seconds}`
  reply.header('set-cookie', `${mediaCookieName(request)}=${media}; ${bounds}${request.isPublic ? '; Secure' : ''}`)
  return { id, token, key, pass, run }
}

/** Letting in: a ticket becomes a session with the media cookie; the command line makes tickets. The core also proves itself to the windows. */
export function sessionRoutes({ sessions, clock, server }: AppContext): FastifyPluginAsyncZod {
  const requireOwner = (request: FastifyRequest): void => {
    const token = bearerToken(request)
    if (token === undefined || !sessions.isOwner(token))
      throw new ApiFault(401, 'session.owner', 'Only the token in api.json of the data folder makes tickets.')
  }
  const unknown = (): ApiFault =>
    new ApiFault(401, 'session.unknown', 'This session is not known any more: open Mintdesk again.')

  /** A session valid for this request: sessions of this computer are worthless at the public address. */
  const give = (request: FastifyRequest, reply: FastifyReply, made: OpenedSession | undefined): Session | undefined =>
    made !== undefined && countsFor(made, request) ? giveSession(request, reply, made, clock()) : undefined

  return async (app) => {
    app.post('/session', { schema: { body: sessionRequest, response: { 200: session } } }, async (request, reply) => {
      const { body } = request
      const made = 'ticket' in body ? await sessions.exchange(body.ticket) : await sessions.resume(body.pass)
      const given = give(request, reply, made)
      if (given !== undefined) return given
      if ('pass' in body) throw unknown()
      throw new ApiFault(
        401,
        'session.ticket',
        'This link was used before or is more than a minute old: open Mintdesk again, or run "mintdesk serve --open".',
      )
    })

    app.post('/session/renew', { schema: { response: { 200: session } } }, async (request, reply) => {
      const given = give(request, reply, await sessions.renew(bearerToken(request) ?? ''))
      if (given === undefined) throw unknown()
      return given
    })

    app.post('/hello', { schema: { body: helloRequest, response: { 200: hello } } }, async (request) => {
      const port = request.isPublic ? server?.port : request.raw.socket.localPort
      // A process on another port that relays a window's challenge to us gets no proof.
      if (request.body.port !== port)
        throw new ApiFault(409, 'hello.port', `This is port ${port}, not ${request.body.port}: open Mintdesk again.`)
      const proof = await sessions.greet(request.body.session, request.body.nonce, request.body.port)
      if (proof === undefined) throw unknown()
      return proof
    })

    app.post('/tickets', { schema: { response: { 200: z.object({ ticket: z.string() }) } } }, async (request) => {
      requireOwner(request)
      return { ticket: sessions.tickets.make() }
    })

    app.post('/pages', { schema: { response: { 200: ticketPage } } }, async (request) => {
      requireOwner(request)
      return { file: await sessions.tickets.page() }
    })
  }
}

/** Signing out: ends one's own session, or those of all windows. */
export function signOutRoutes({ sessions }: AppContext): FastifyPluginAsyncZod {
  return async (app) => {
    // An admin, or a caller at this computer, ends everybody's sessions; others end their own.
    app.delete('/sessions', async ({ caller }, reply) => {
      if (caller?.person && !mayDo(caller.person.role, 'admin')) await sessions.end({ personId: caller.person.id })
      else await sessions.endAll()
      return reply.code(204).send()
    })

    app.delete('/session', async ({ caller }, reply) => {
      if (caller?.endsAt && caller.session !== undefined) await sessions.end({ id: caller.session })
      return reply.code(204).send()
    })
  }
}

/** The name has the port, because cookies ignore ports: another Mintdesk on this machine must not overwrite ours. */
function mediaCookieName(request: FastifyRequest): string {
  return `mintdesk-media-${request.raw.socket.localPort ?? 0}`
}

/** The value of the media cookie that came with a request. */
export function mediaCookie(request: FastifyRequest): string | undefined {
  const name = `${mediaCookieName(request)}=`
  const found = (request.headers.cookie ?? '').split(/;\s*/).find((cookie) => cookie.startsWith(name))
  return found?.slice(name.length)
}
