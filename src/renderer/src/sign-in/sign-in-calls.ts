/** Calls of a page that is not signed in: they carry no token. */
import { startAuthentication } from '@simplewebauthn/browser'
import type { z } from 'zod'
import {
  type AcceptRequest,
  apiError,
  type LinkOffer,
  type LoginRequest,
  type LoginState,
  linkOffer,
  loginState,
  passkeyRequest,
  type Session,
  session,
} from '../../../shared/app-api.ts'
import { CallError } from '../../../shared/call-error.ts'
import { unreachable } from '../../../shared/greeting.ts'

/** Whether people sign in at this address. */
export function askLogin(): Promise<LoginState> {
  return ask(loginState, '/app/login')
}

export function signIn(body: LoginRequest): Promise<Session> {
  return ask(session, '/app/login', body)
}

/** Signs in with a passkey of this address. */
export async function signInByPasskey(): Promise<Session> {
  const optionsJSON = await ask(passkeyRequest, '/app/login/passkey/options', {})
  return await ask(session, '/app/login/passkey', await startAuthentication({ optionsJSON }))
}

/** The person whom a link is for, and what the authenticator app has to scan. */
export function askLink(link: string): Promise<LinkOffer> {
  return ask(linkOffer, '/app/login/link', { link })
}

export function acceptLink(body: AcceptRequest): Promise<Session> {
  return ask(session, '/app/login/accept', body)
}

/** @throws CallError with the core's sentence */
async function ask<Schema extends z.ZodType>(schema: Schema, path: string, body?: unknown): Promise<z.output<Schema>> {
  const answer = await fetch(path, {
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    cache: 'no-store',
    redirect: 'error',
  }).catch(() => {
    throw unreachable()
  })
  const said: unknown = await answer.json().catch(() => null)
  if (answer.ok) return schema.parse(said)
  const refusal = apiError.safeParse(said)
  if (!refusal.success) throw unreachable()
  throw new CallError(answer.status, refusal.data.code, refusal.data.message, refusal.data.details)
}
