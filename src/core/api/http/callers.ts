import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope } from '../../../shared/app-api.ts'
import { authenticate, type Caller, requireScope } from './auth.ts'
import type { CoreContext } from './context.ts'

/** Returns the caller of a request; known from `onRequest` on. */
export type Callers = (request: FastifyRequest) => Caller

/**
 * Identifies the caller on every route of `app`, before a byte of the body is read.
 * @param refusal the status for no key or an unknown one
 * @returns a function with which handlers get the caller
 */
export function identifyCallers(app: FastifyInstance, context: CoreContext, refusal: 401 | 403 = 403): Callers {
  app.addHook('onRequest', async (request) => {
    const caller = await authenticate(context, request, refusal)
    request.caller = caller
    await app.limitRequests(request)
    const { scopes } = request.routeOptions.config
    if (scopes) requireScope(caller, ...scopes)
  })
  return ({ caller }) => {
    if (!caller) throw new Error('a handler ran before its caller was known')
    return caller
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once it is known. */
    caller: Caller | null
  }
  interface FastifyContextConfig {
    /** The caller needs one of these. */
    scopes?: readonly Scope[]
  }
}
