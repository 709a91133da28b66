import type { FastifyReply, FastifyRequest } from 'fastify'
import { stable } from '../../../shared/api-schemas/common.ts'
import { ApiFault } from './faults.ts'

const names = ['127.0.0.1', 'localhost', '[::1]']

/** What a page of another origin that was let in may send, and read of the answer. */
const allowedHeaders = 'content-type, x-api-key, x-client-id, idempotency-key, x-idempotency-key'
const exposedHeaders =
  'idempotent-replay, idempotent-mismatch, location, retry-after, x-mintdesk-next, x-mintdesk-coverage, x-mintdesk-coverage-note'

/**
 * Answers pages of other origins that the person has let in, on everything but the window's own routes.
 * @returns whether the request was a preflight, which is answered with that
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
    // Browsers ask this of public pages that call a private network: https://wicg.github.io/private-network-access/
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
 * Refuses what was not sent to us by a program or a page of this machine. A page of another origin whose name was made to point here
 * still sends its own Host; a page of another origin that calls us sends its Origin.
 * @param allows whether the person has let pages of an origin in
 * @returns sees to it that a request may be answered; throws ApiFault 421 `request.host`, 403 `request.origin`
 */
export function hostCheck(allows: (origin: string) => boolean): (request: FastifyRequest) => void {
  // A server has one port, or two.
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
      throw new ApiFault(
        403,
        'request.origin',
        `A page of ${JSON.stringify(origin)} may not call this server: only Mintdesk's own window may, and pages that you allow (Settings, or "mintdesk origins allow").`,
      )
  }
}

/** `http://<host>/path`, as clients that think they talk to a proxy write it (RFC 9112, 3.2.2). */
const absolute = /^https?:\/\/([^/?#]*)/i

/** The address of a request without its host, which not every client leaves out. */
export function inOriginForm(url: string): string {
  if (url.startsWith('/')) return url
  const rest = url.replace(absolute, '')
  return rest === '' || rest.startsWith('?') ? `/${rest}` : rest
}

/**
 * An address as it is routed: without its host, and the list of collections also where a client joins an empty id to it.
 * @param method of the request
 */
export function routedAt(method: string | undefined, url: string): string {
  const own = inOriginForm(url)
  return method === 'GET' || method === 'HEAD' ? own.replace(emptyCollection, '/collections') : own
}

const emptyCollection = new RegExp(`(?<=^${stable})/collections//(?=\\?|$)`)

/**
 * Whether a path climbs: a segment is `..`, however it is encoded. Of what names files, also where encoded slashes make it one; the ids of the API may
 * hold them.
 */
export function climbs(path: string): boolean {
  if (!/\.|%2e/i.test(path)) return false
  const isId = /^\/(api|app)\//.test(path)
  return path.split('/').some((segment) => {
    const plain = segment.replace(/%2e/gi, '.')
    return plain === '..' || (!isId && plain.split(/%2f|%5c|\\/i).includes('..'))
  })
}

/** The path that was asked for, as it was written: what may come here is not always an address that `URL` reads. */
export function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? url
}

/** The address that answers give for other resources: the Host that was asked, which is checked. */
export function baseOf(request: FastifyRequest): string {
  return `http://${request.headers.host ?? names[0]}`
}

/** A request that came over no socket (in tests) has no port to compare with. */
function ownHosts(port: number | undefined): string[] {
  if (port === undefined) return [...names, ...names.map((name) => `${name}:80`)]
  const withPort = names.map((name) => `${name}:${port}`)
  return port === 80 ? [...withPort, ...names] : withPort
}
