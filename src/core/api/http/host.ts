import type { FastifyReply, FastifyRequest } from 'fastify'
import { stable } from '../../../shared/api-schemas/common.ts'
import { ApiFault } from './faults.ts'
import { isForwarded, isLoopback, type PublicAddress } from './public-address.ts'

const names = ['127.0.0.1', 'localhost', '[::1]']

/** Headers that a page of an allowed origin may send, and those that it may read. */
const allowedHeaders = 'content-type, x-api-key, x-client-id, idempotency-key, x-idempotency-key'
const exposedHeaders =
  'idempotent-replay, idempotent-mismatch, location, retry-after, x-mintdesk-next, x-mintdesk-coverage, x-mintdesk-coverage-note'

/**
 * Adds CORS headers for pages of origins that the person has allowed, on everything but the window's own routes.
 * @returns whether the request was a preflight, which is then already answered
 */
export function letIn(request: FastifyRequest, reply: FastifyReply, allows: (origin: string) => boolean): boolean {
  const { origin } = request.headers
  if (origin === undefined || !mayLetIn(request, allows)) return false
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposedHeaders,
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'origin',
  })
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false
  reply.headers({
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': allowedHeaders,
    'access-control-max-age': '600',
    // Browsers require this of public pages that call a private network: https://wicg.github.io/private-network-access/
    ...(request.headers['access-control-request-private-network'] === 'true'
      ? { 'access-control-allow-private-network': 'true' }
      : {}),
  })
  void reply.code(204).send()
  return true
}

function mayLetIn({ headers, url }: FastifyRequest, allows: (origin: string) => boolean): boolean {
  return headers.origin !== undefined && /^\/(api\/|health$|openapi\.json$)/.test(url) && allows(headers.origin)
}

/**
 * Refuses requests that do not come from a program or a page of this machine. A page whose host name was made to point here (DNS rebinding)
 * still sends that name as Host; a page of another origin that calls us sends its Origin.
 * A server also answers requests by its public address, from its proxies alone.
 * @param allows whether the person has allowed pages of an origin
 * @param server the public address, where this is a server
 * @returns checks a request and sets its `isPublic`; throws ApiFault 421 `request.host`, 403 `request.origin`,
 *   `request.proxy`, `request.insecure`
 */
export function hostCheck(
  allows: (origin: string) => boolean,
  server?: PublicAddress | undefined,
): (request: FastifyRequest) => void {
  // A server listens on one port, or two.
  const byPort = new Map<number | undefined, string[]>()
  const hostsOf = (port: number | undefined): string[] => {
    const hosts = byPort.get(port) ?? ownHosts(port)
    byPort.set(port, hosts)
    return hosts
  }
  return (request) => {
    const hosts = hostsOf(request.raw.socket.localPort)
    const { origin, host: named = '' } = request.headers
    const written = absolute.exec(request.originalUrl)?.[1] ?? named
    if (server !== undefined) {
      // Monitoring may ask for the health under any name.
      if (/^\/health\/?(\?|$)/.test(request.url)) return
      if ([named, written].every((one) => server.hosts.includes(one.toLowerCase()))) {
        checkPublic(request, server, allows)
        request.isPublic = true
        return
      }
      checkLocal(request, server, named)
    }
    const host = [named, written].find((one) => !hosts.includes(one.toLowerCase()))
    if (host !== undefined)
      throw new ApiFault(
        421,
        'request.host',
        `This server answers only to its own address: call it as http://${hosts[0]}, not as ${JSON.stringify(host)}.`,
      )
    if (
      origin !== undefined &&
      !mayLetIn(request, allows) &&
      !hosts.some((own) => origin.toLowerCase() === `http://${own}`)
    )
      throw foreignPage(origin)
  }
}

/** Checks a request by the public address: from a trusted proxy, over TLS, from the server's own pages or allowed origins. */
function checkPublic(request: FastifyRequest, server: PublicAddress, allows: (origin: string) => boolean): void {
  const { remoteAddress } = request.raw.socket
  if (!server.isProxy(remoteAddress))
    throw new ApiFault(
      403,
      'request.proxy',
      `This server answers through its proxy alone, and ${remoteAddress ?? 'this address'} is not known as one: start it with --proxy ${remoteAddress ?? '<address>'} if that is your proxy.`,
    )
  const { origin, 'x-forwarded-proto': scheme } = request.headers
  if (scheme === 'http')
    throw new ApiFault(403, 'request.insecure', `This server is reached over TLS alone: call it as ${server.origin}.`)
  if (origin !== undefined && origin.toLowerCase() !== server.origin && !mayLetIn(request, allows))
    throw foreignPage(origin)
}

/** Checks a request to a server by a name of this computer: it must come from this computer, not through a proxy that changed Host. */
function checkLocal(request: FastifyRequest, server: PublicAddress, host: string): void {
  const { headers, raw } = request
  const isOwnPage = headers.origin?.toLowerCase() === server.origin
  if (isOwnPage || isForwarded(headers))
    throw new ApiFault(
      421,
      'request.host',
      `The proxy in front changed Host to ${JSON.stringify(host)}: let it pass on the one that was asked for, ${server.hosts[0]} (Caddy does; nginx: "proxy_set_header Host $host;").`,
    )
  if (!isLoopback(raw.socket.remoteAddress))
    throw new ApiFault(
      421,
      'request.host',
      `This server answers to its public address: call it as ${server.origin}, not as ${JSON.stringify(host)}.`,
    )
}

function foreignPage(origin: string): ApiFault {
  return new ApiFault(
    403,
    'request.origin',
    `A page of ${JSON.stringify(origin)} may not call this server: only Mintdesk's own window may, and pages that you allow (Settings, or "mintdesk origins allow").`,
  )
}

/** `http://<host>/path`: the form that clients send to a proxy (RFC 9112, 3.2.2). */
const absolute = /^https?:\/\/([^/?#]*)/i

/** The URL of a request without its host, which some clients include. */
export function inOriginForm(url: string): string {
  if (url.startsWith('/')) return url
  const rest = url.replace(absolute, '')
  return rest === '' || rest.startsWith('?') ? `/${rest}` : rest
}

/**
 * The URL by which a request is routed: without its host. A client that joins an empty id to the list of collections gets the list.
 * @param method of the request
 */
export function routedAt(method: string | undefined, url: string): string {
  const own = inOriginForm(url)
  return method === 'GET' || method === 'HEAD' ? own.replace(emptyCollection, '/collections') : own
}

const emptyCollection = new RegExp(`(?<=^${stable})/collections//(?=\\?|$)`)

/**
 * Whether a path has a segment `..`, however it is encoded. Outside `/api` and `/app`, encoded slashes separate segments, too; ids of the API
 * may contain them.
 */
export function climbs(path: string): boolean {
  if (!/\.|%2e/i.test(path)) return false
  const isId = /^\/(api|app)\//.test(path)
  return path.split('/').some((segment) => {
    const plain = segment.replace(/%2e/gi, '.')
    return plain === '..' || (!isId && plain.split(/%2f|%5c|\\/i).includes('..'))
  })
}

/** The path of a request as it was sent: `URL` cannot parse all that may arrive here. */
export function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? url
}

/** The base URL of other resources in answers: the Host of the request, which has been checked. */
export function baseOf(request: FastifyRequest): string {
  return `${request.isPublic ? 'https' : 'http'}://${request.headers.host ?? names[0]}`
}

/** This computer's Host values. A request without a socket (in tests) has no port to compare with. */
function ownHosts(port: number | undefined): string[] {
  if (port === undefined) return [...names, ...names.map((name) => `${name}:80`)]
  const withPort = names.map((name) => `${name}:${port}`)
  return port === 80 ? [...withPort, ...names] : withPort
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it came by the server's public address; otherwise from this computer. */
    isPublic: boolean
  }
}
