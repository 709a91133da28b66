import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope } from '../../../shared/app-api.ts'
import { authenticate, type Caller, requireScope } from './auth.ts'
import type { CoreContext } from './context.ts'

/** Who sent a request; known from `onRequest` on. */
export type Callers = (request: FastifyRequest) => Caller

/**
 * Makes every route of `app` ask who calls before a byte of the body is read.
 * @param refusal the status for no key or an unknown one
 * @returns how a handler learns who called
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
    /** Who sent it, once that is known. */
    caller: Caller | null
  }
  interface FastifyContextConfig {
    /** The caller needs one of these. */
    scopes?: readonly Scope[]
  }
}
