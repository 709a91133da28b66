import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  acceptRequest,
  linkOffer,
  linkSecret,
  loginRequest,
  loginState,
  passkeyAnswer,
  passkeyRequest,
  session,
} from '../../../../shared/app-api.ts'
import type { Passkeys } from '../../../people/passkeys.ts'
import type { LetIn, SignedInAs, SignIn } from '../../../people/sign-in.ts'
import { addAudit, addAuditEnd } from '../../../store/outbox/audit.ts'
import { ApiFault } from '../../http/faults.ts'
import type { AppContext } from '../context.ts'
import { giveSession } from '../sessions/session-routes.ts'
import type { OpenedSession } from '../sessions/sessions.ts'

/** Signing in, only by the public address of a server: at this computer a ticket lets in. */
export function loginRoutes({ sessions, signIn, passkeys, server, db, clock }: AppContext): FastifyPluginAsyncZod {
  function atServer(request: FastifyRequest): { signIn: SignIn; passkeys: Passkeys } {
    if (signIn !== undefined && passkeys !== undefined && request.isPublic) return { signIn, passkeys }
    throw new ApiFault(
      403,
      'login.here',
      server === undefined
        ? 'Nobody signs in here, since this Mintdesk is no server: open its window with "mintdesk open".'
        : `People sign in at ${server.origin}; at this computer the window opens with "mintdesk open".`,
    )
  }

  async function opened(came: SignedInAs, act: string): Promise<OpenedSession> {
    if ('refused' in came) throw refusal(came)
    const made = await sessions.openFor(came)
    if (!made?.person) throw refusal({ refused: 'wrong' })
    const { name } = made.person
    const entry = { at: clock(), projectId: null, who: `person ${name}`, act, subject: name, amount: null }
    await addAuditEnd(db, await addAudit(db, { ...entry, detail: '{}' }), clock(), 200, null)
    return made
  }

  return async (app) => {
    app.get('/login', { schema: { response: { 200: loginState } } }, async (request) => ({
      address: server?.origin ?? null,
      isHere: request.isPublic,
    }))

    app.post('/login', { schema: { body: loginRequest, response: { 200: session } } }, async (request, reply) => {
      const came = await atServer(request).signIn.withPassword(request.body, request.ip)
      return giveSession(request, reply, await opened(came, 'people.signIn'), clock())
    })

    app.post('/login/passkey/options', { schema: { response: { 200: passkeyRequest } } }, async (request) => {
      return await atServer(request).passkeys.challenge()
    })

    app.post(
      '/login/passkey',
      { schema: { body: passkeyAnswer, response: { 200: session } } },
      async (request, reply) => {
        const came = await atServer(request).passkeys.signIn(request.body)
        return giveSession(request, reply, await opened(came, 'people.signIn'), clock())
      },
    )

    app.post('/login/link', { schema: { body: linkSecret, response: { 200: linkOffer } } }, async (request) => {
      const offer = await atServer(request).signIn.offer(request.body.link)
      if (offer === undefined) throw refusal({ refused: 'link' })
      return offer
    })

    app.post(
      '/login/accept',
      { schema: { body: acceptRequest, response: { 200: session } } },
      async (request, reply) => {
        const came = await atServer(request).signIn.accept(request.body, request.ip)
        return giveSession(request, reply, await opened(came, 'people.accept'), clock())
      },
    )
  }
}

function refusal(came: Exclude<SignedInAs, LetIn>): ApiFault {
  if (came.refused === 'link')
    return new ApiFault(
      410,
      'login.link',
      'This link was used before, or is more than a day old: ask an admin for a new one ("mintdesk users link <name>").',
    )
  if (came.refused === 'passkey')
    return new ApiFault(
      401,
      'login.passkey',
      'This passkey lets nobody in here, or it took more than five minutes: try again, or sign in with name, password and code.',
    )
  if (came.refused === 'wrong')
    return new ApiFault(
      401,
      'login.wrong',
      'Name, password or code is wrong, or the code was used before: try the next code, and see that the clocks of your phone and of the server are right.',
    )
  const minutes = Math.ceil(came.seconds / 60)
  const sentence =
    came.refused === 'busy'
      ? 'Many people are signing in just now: try again in a few seconds.'
      : `Too many tries to sign in: wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or sign in with a passkey.`
  return new ApiFault(429, `login.${came.refused}`, sentence, [], came.seconds)
}
