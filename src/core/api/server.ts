import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { auditActs } from './http/audit.ts'
import type { CoreContext } from './http/context.ts'
import { watchDescribed } from './http/docs.ts'
import { answerClientError, frameworkFault, handleErrors, nothingAt, sendFault } from './http/error-handling.ts'
import { ApiFault } from './http/faults.ts'
import { climbs, hostCheck, letIn, pathOf, routedAt } from './http/host.ts'
import { acceptJson, largestBody } from './http/json-body.ts'
import { limitKeys } from './http/limits.ts'
import { watchMethods } from './http/methods.ts'
import { nowhere, servePage } from './http/page.ts'
import type { PublicAddress } from './http/public-address.ts'
import { logRequests, type RequestLog } from './http/request-log.ts'
import { serverParts } from './http/server-parts.ts'
import { checkRequests } from './http/validation.ts'
import { apiRoutes } from './routes.ts'

export interface ServerOptions {
  /** Absolute path of the built window (`out/renderer`). */
  webRoot: string
  /** The routes under `/app`, which only the window uses. */
  appRoutes?: FastifyPluginAsync
  /** Records the API's requests, for a person to look at. */
  requestLog?: RequestLog
  /** Whether a bearer token is the command line's. */
  isOwner?: (token: string) => boolean
  /** Whether the person has allowed pages of an origin to call the API; none when absent. */
  allowsOrigin?: (origin: string) => boolean
  /** How other machines reach this one, if it is a server. */
  server?: PublicAddress | undefined
}

/**
 * Puts the HTTP server together: `/api`, `/app`, `/ipfs`, `/docs`, `/health` and the window. The caller makes it listen. It answers only
 * requests to a loopback name with its own port, or to the public address of a server.
 */
export async function createServer(context: CoreContext, options: ServerOptions): Promise<FastifyInstance> {
  const { allowsOrigin = () => false, server } = options
  const app = Fastify({
    ...serverParts,
    // Only the proxies are trusted to name a client's address.
    ...(server === undefined ? {} : { trustProxy: (address: string) => server.isProxy(address) }),
    bodyLimit: largestBody,
    exposeHeadRoutes: true,
    // Event streams stay open for as long as the window does; closing must not wait for them.
    forceCloseConnections: true,
    http: { maxHeaderSize: 16 * 1024 },
    rewriteUrl: ({ method, url = '/' }) => routedAt(method, url),
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, _request, reply) => {
      sendFault(
        reply,
        frameworkFault(error) ?? new ApiFault(400, 'request.url', 'The request cannot be read: correct it.'),
      )
    },
  })
  checkRequests(app)
  acceptJson(app)
  app.decorateRequest('caller', null)
  app.decorateRequest('isPublic', false)
  await limitKeys(app)
  handleErrors(app, context.log)
  const checkHost = hostCheck(allowsOrigin, server)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders)
    checkHost(request)
    if (letIn(request, reply, allowsOrigin)) return
    if (climbs(pathOf(request))) throw nothingAt(request)
    done()
  })
  if (options.requestLog) logRequests(app, options.requestLog, context.clock)
  auditActs(app, { db: context.db, clock: context.clock, isOwner: options.isOwner })
  const refuseOtherMethods = watchMethods(app)
  // A request without a route is refused before its body is read, since anybody may send one.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || request.method === 'GET' || request.method === 'HEAD') return done()
    refuseOtherMethods(request, reply)
    throw nowhere(request)
  })
  const addDocs = watchDescribed(app)
  await app.register(apiRoutes, { context })
  if (options.appRoutes) await app.register(options.appRoutes, { prefix: '/app' })
  addDocs({ version: context.version, log: context.log })
  servePage(app, { webRoot: options.webRoot, log: context.log, refuseOtherMethods })
  return app
}

const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
}
