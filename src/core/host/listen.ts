import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { CoreError } from '../lib/errors.ts'

/** Clients of the hosted service use this port on this computer when they have a development key. */
export const defaultPort = 3_000
/** Ours: if so many ports in a row are taken, something else is wrong. */
const triedPorts = 100

/** Ours. Over loopback a request arrives at once; a slower client would only hold a connection. */
const serverBounds = {
  /** Milliseconds in which headers arrive. */
  headersTimeout: 15_000,
  /** Milliseconds in which a whole request arrives, even with a file of 2 GiB (the API's bodies: body-bounds.ts). */
  requestTimeout: 30 * 60_000,
  /** Milliseconds that an idle connection is kept. */
  keepAliveTimeout: 30_000,
  /** How often connections are checked for these, ms. */
  connectionsCheckingInterval: 5_000,
  /** Connections at a time, on each of the two addresses. */
  connections: 1_000,
}

export interface ListenOptions {
  /** An address of this machine to listen on beside loopback; `0.0.0.0` or `::`: all of them. */
  host?: string | undefined
  bounds?: typeof serverBounds
}

export interface Listening {
  port: number
  /** Set when the default port was taken: a sentence for the person. */
  notice: string | undefined
  close(): Promise<void>
}

/**
 * Listens on 127.0.0.1 and, where the machine has it, on ::1 with the same port; on a server also on `host`.
 *
 * @param refuse answers malformed HTTP, and requests that do not arrive in time
 * @param wanted the port that was asked for (0: any free one); undefined: 3000, or the next free one
 * @throws CoreError `port.taken` when the requested port is in use, `port.forbidden` when the system refuses it, `server.host` for an
 *   address that this machine does not have
 */
export async function listen(
  handler: RequestListener,
  wanted: number | undefined,
  refuse: Refuse,
  { host, bounds: { connections, ...timeouts } = serverBounds }: ListenOptions = {},
): Promise<Listening> {
  const make = (): Server => {
    // The handler refuses a request without a Host, because Node's own answer to it is not JSON.
    const server = createServer({ maxHeaderSize: 16 * 1024, requireHostHeader: false, ...timeouts }, handler)
    server.maxConnections = connections
    // An unknown expectation is ignored, because Node's own answer to it is not JSON.
    server.on('checkExpectation', handler)
    server.on('clientError', (error, socket) => refuse(error, socket as Socket))
    return server
  }
  const first = wanted ?? defaultPort
  const last = wanted === undefined ? first + triedPorts : first
  for (let port = first; port <= last; port++) {
    const servers = await listenEverywhere(make, port, host)
    if (servers === undefined) continue
    const actual = portOf(servers[0])
    const notice =
      wanted === undefined && actual !== defaultPort
        ? `Port ${defaultPort} is in use by another program, so Mintdesk listens on ${actual}.`
        : undefined
    return { port: actual, notice, close: () => closeAll(servers) }
  }
  throw new CoreError(
    'port.taken',
    wanted === undefined
      ? `The ports ${first} to ${last} are all in use: close a program that uses one of them, or choose a port with --port.`
      : `Port ${wanted} is in use by another program: close that one, or choose another port (--port, MINTDESK_PORT).`,
  )
}

/** Answers malformed HTTP. */
type Refuse = (error: Error & { code?: string }, socket: Socket) => void

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** Listens on loopback and, where requested, on another address; undefined when the port is taken on one of them. */
async function listenEverywhere(
  make: () => Server,
  port: number,
  host: string | undefined,
): Promise<[Server, ...Server[]] | undefined> {
  if (host === undefined || loopback.has(host)) return await listenBoth(make, port)
  // These two stand for all addresses, including loopback.
  if (host === '0.0.0.0' || host === '::') {
    const all = await tryListen(make(), port, host)
    if (!(all instanceof Error)) return [all]
    if (all.code === 'EADDRINUSE') return undefined
    throw unusable(host, port, all)
  }
  const both = await listenBoth(make, port)
  if (both === undefined) return undefined
  const more = await tryListen(make(), portOf(both[0]), host)
  if (!(more instanceof Error)) return [...both, more]
  await closeAll(both)
  if (more.code !== 'EADDRINUSE') throw unusable(host, port, more)
  return port === 0 ? await listenEverywhere(make, port, host) : undefined
}

function unusable(host: string, port: number, error: NodeJS.ErrnoException): CoreError {
  if (error.code === 'EACCES') return forbidden(port, error)
  return new CoreError(
    'server.host',
    `Mintdesk cannot listen on ${host}: ${error.message}. Name an address of this machine with --host, or 0.0.0.0 for all of them.`,
  )
}

function forbidden(port: number, { message }: Error): CoreError {
  return new CoreError(
    'port.forbidden',
    `Mintdesk cannot listen on port ${port}: ${message}. Choose another port (--port).`,
  )
}

/** Listens on both loopback addresses; undefined when the port is taken on one of them. */
async function listenBoth(make: () => Server, port: number): Promise<[Server, ...Server[]] | undefined> {
  const four = await tryListen(make(), port, '127.0.0.1')
  if (!(four instanceof Error)) {
    const six = await tryListen(make(), portOf(four), '::1')
    if (!(six instanceof Error)) return [four, six]
    if (six.code !== 'EADDRINUSE') return [four]
    await closeAll([four])
    // A port that the system chose for 127.0.0.1 may be taken on ::1; then the system chooses another one.
    return port === 0 ? await listenBoth(make, port) : undefined
  }
  if (four.code === 'EADDRINUSE') return undefined
  throw forbidden(port, four)
}

function tryListen(server: Server, port: number, host: string): Promise<Server | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    server.once('error', resolve)
    server.listen({ port, host, exclusive: true }, () => {
      server.off('error', resolve)
      resolve(server)
    })
  })
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('the server does not listen on a port')
  return address.port
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve())
          server.closeIdleConnections()
          setTimeout(() => server.closeAllConnections(), 1_000).unref()
        }),
    ),
  )
}
