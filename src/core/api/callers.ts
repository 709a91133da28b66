import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope } from '../../shared/app-api.ts'
import type { CoreContext } from '../context.ts'
import { authenticate, type Caller, type KeyHashes, requireScope } from './auth.ts'

/** Who sent a request; known from `onRequest` on. */
export type Callers = (request: FastifyRequest) => Caller

/**
 * Makes every route of `app` ask who calls before a byte of the body is read.
 * @param refusal the status for no key or an unknown one
 * @returns how a handler learns who called
 */
export function identifyCallers(app: FastifyInstance, context: CoreContext, refusal: 401 | 403 = 403): Callers {
  const keyHashes: KeyHashes = new WeakMap()
  const admit = (request: FastifyRequest, caller: Caller): Promise<void> | undefined => {
    request.caller = caller
    const limited = app.limitRequests(request)
    if (limited === undefined) return requireScopes(request, caller)
    return limited.then(() => requireScopes(request, caller))
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const caller = authenticate(context, request, refusal, keyHashes)
    // Most callers are known and have no limit: nothing is waited for, which thousands of requests a second notice.
    const admitted = caller instanceof Promise ? caller.then((it) => admit(request, it)) : admit(request, caller)
    if (admitted === undefined) done()
    else admitted.then(() => done(), done)
  })
  return ({ caller }) => {
    if (!caller) throw new Error('a handler ran before its caller was known')
    return caller
  }
}

function requireScopes(request: FastifyRequest, caller: Caller): undefined {
  const { scopes } = request.routeOptions.config
  if (scopes) requireScope(caller, ...scopes)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent it, once that is known. */
    caller: Caller | null
  }
  interface FastifyContextConfig {
    /** The caller needs one of these. */
    scopes?: readonly Scope[]
  }
}
