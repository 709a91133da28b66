import { lookup as systemLookup } from 'node:dns'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, type Dispatcher, request } from 'undici'
import { type AllowedHost, BlockedAddressError, type Lookup } from './addresses.ts'
import { filteredConnector } from './fetch-filter.ts'
import { createGate } from './gate.ts'
import { LinkedFileError } from './linked-file-error.ts'

/** The bounds for one linked file; `retryDelays` are the pauses between attempts when a server is busy, in milliseconds. */
export const fetchBounds = {
  redirects: 5,
  bytes: 100 * 1024 * 1024,
  milliseconds: 60_000,
  atATime: 8,
  atATimePerHost: 4,
  retryDelays: [500, 2000],
}

export type FetchBounds = typeof fetchBounds

/** Options of a fetcher; `lookup` and `bounds` default to the system's and `fetchBounds`. */
export type FetcherOptions = { allowedHosts: readonly AllowedHost[]; lookup?: Lookup; bounds?: Partial<FetchBounds> }

/** Fetches other people's files over HTTP(S), from public addresses only and within bounds. */
export type Fetcher = {
  /**
   * Fetches a file and streams its bytes to `use`, no more than `use` reads.
   * @throws LinkedFileError when the file cannot be fetched, and whatever `use` throws
   */
  fetch: <T>(url: string, use: (bytes: AsyncIterable<Uint8Array>) => Promise<T>, stop?: AbortSignal) => Promise<T>
  /** Closes its connections; running fetches fail. */
  close: () => Promise<void>
}

/** A fetcher with connections of its own. */
export function createFetcher({ allowedHosts, lookup = defaultLookup, bounds: given = {} }: FetcherOptions): Fetcher {
  const bounds = { ...fetchBounds, ...given }
  const agent = new Agent({ connect: filteredConnector(allowedHosts, lookup), connections: bounds.atATimePerHost })
  const gate = createGate(bounds.atATime, bounds.atATimePerHost)

  async function attempt<T>(
    url: string,
    use: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
    stop: AbortSignal | undefined,
  ): Promise<T> {
    const late = AbortSignal.timeout(bounds.milliseconds)
    const signal = stop ? AbortSignal.any([late, stop]) : late
    try {
      const { body, headers } = await follow(agent, url, bounds.redirects, signal)
      // Without a listener, an error after the last read would end the process.
      body.on('error', () => undefined)
      try {
        if (Number(headers['content-length']) > bounds.bytes) throw tooLarge(url, bounds.bytes)
        return await use(bounded(decoded(body, headers['content-encoding'], url), url, bounds.bytes))
      } finally {
        body.destroy()
      }
    } catch (error) {
      if (stop?.aborted) throw error
      if (late.aborted) throw tooSlow(url, bounds.milliseconds)
      throw error
    }
  }

  async function retried<T>(
    url: string,
    use: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
    stop: AbortSignal | undefined,
  ): Promise<T> {
    for (const delay of bounds.retryDelays) {
      try {
        return await attempt(url, use, stop)
      } catch (error) {
        if (!isPassing(error)) throw explained(url, error)
        await wait(delay, undefined, stop ? { signal: stop } : {})
      }
    }
    try {
      return await attempt(url, use, stop)
    } catch (error) {
      throw explained(url, error)
    }
  }

  return {
    fetch: (url, use, stop) => gate(hostOf(url), () => retried(url, use, stop)),
    close: () => agent.destroy(),
  }
}

export const defaultLookup: Lookup = (hostname, options, callback) => systemLookup(hostname, options, callback)

const redirects = new Set([301, 302, 303, 307, 308])
const busy = new Set([429, 502, 503, 504])

/** A status that may be different in a moment. */
class BusyError extends LinkedFileError {}

async function follow(
  agent: Agent,
  url: string,
  left: number,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData<unknown>> {
  const { protocol } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') throw failed(url, `it leads to ${protocol}, which is not followed`)
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Mintdesk' }
  const response = await request(url, { dispatcher: agent, headers, signal })
  if (response.statusCode === 200) return response
  response.body.on('error', () => undefined).destroy()
  if (busy.has(response.statusCode)) {
    throw new BusyError('metadata.media', failed(url, `its server answers ${response.statusCode}`).message)
  }
  const { location } = response.headers
  if (!redirects.has(response.statusCode) || typeof location !== 'string') {
    throw failed(url, `its server answers ${response.statusCode}`)
  }
  if (left === 0) throw failed(url, 'it is redirected too often')
  if (!URL.canParse(location, url)) throw failed(url, 'it is redirected to what is no address')
  return follow(agent, new URL(location, url).href, left - 1, signal)
}

const decoders = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

/** Decompresses the body where the server compressed it although the request forbids that. */
function decoded(body: Readable, encoding: string | string[] | undefined, url: string): Readable {
  if (encoding === undefined || encoding === 'identity') return body
  const decoder = decoders.get(String(encoding).toLowerCase())
  if (decoder === undefined) throw failed(url, `its server packs it as ${String(encoding)}, which is not known here`)
  const stream = decoder()
  // A wrong encoding may fail before anybody reads the stream; the reader gets the error then.
  stream.on('error', () => undefined)
  body.on('error', (error) => stream.destroy(error))
  return body.pipe(stream)
}

async function* bounded(body: Readable, url: string, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const bytes of body) {
    size += bytes.length
    if (size > limit) throw tooLarge(url, limit)
    yield bytes
  }
  if (size === 0) throw failed(url, 'it is empty')
}

const passingCodes = new Set(['ECONNRESET', 'EPIPE', 'EAI_AGAIN', 'UND_ERR_SOCKET'])

function isPassing(error: unknown): boolean {
  return error instanceof BusyError || passingCodes.has(codeOf(error))
}

/** Turns a connection's fault into a sentence for the person; other errors that `use` threw stay as they are. */
function explained(url: string, error: unknown): unknown {
  if (error instanceof LinkedFileError) return error
  if (error instanceof BlockedAddressError) {
    return new LinkedFileError(
      'metadata.url',
      `${shownAddress(url)} cannot be fetched: ${error.message} Host the file elsewhere, or allow the host with MINTDESK_ALLOW_HOSTS.`,
    )
  }
  const reason = faultOf(error)
  return reason === undefined ? error : failed(url, reason, error)
}

/** The fault of a connection, for "cannot be fetched: …"; undefined for other errors. */
export function faultOf(error: unknown): string | undefined {
  return reasons.get(codeOf(error)) ?? (isConnectionFault(error) ? 'its server does not answer properly' : undefined)
}

const reasons = new Map([
  ['ENOTFOUND', 'there is no such host'],
  ['EAI_AGAIN', 'the name of its host cannot be looked up'],
  ['ECONNREFUSED', 'its server refuses the connection'],
  ['ECONNRESET', 'its server breaks the connection off'],
  ['UND_ERR_SOCKET', 'its server breaks the connection off'],
  ['UND_ERR_CONNECT_TIMEOUT', 'its server does not answer'],
  ['UND_ERR_HEADERS_TIMEOUT', 'its server does not answer'],
  ['UND_ERR_BODY_TIMEOUT', 'its server stops in the middle'],
  ['ENETUNREACH', 'there is no way to its server'],
  ['EHOSTUNREACH', 'there is no way to its server'],
])

function isConnectionFault(error: unknown): boolean {
  return /^(?:UND_ERR|HPE_|CERT_|ERR_TLS|ERR_SSL|Z_|ERR__?ERROR|DEPTH_|UNABLE_|SELF_|EPROTO|EPIPE|ETIMEDOUT)/.test(
    codeOf(error),
  )
}

function tooLarge(url: string, limit: number): LinkedFileError {
  return failed(url, `it is larger than ${Math.floor(limit / 1024 / 1024)} MiB`)
}

function tooSlow(url: string, milliseconds: number): LinkedFileError {
  return failed(url, `it takes longer than ${milliseconds / 1000} seconds`)
}

function failed(url: string, reason: string, cause?: unknown): LinkedFileError {
  const message = `${shownAddress(url)} cannot be fetched: ${reason}. Correct the address, or put the file where it can be had.`
  return new LinkedFileError('metadata.media', message, { cause })
}

/** An address that is safe to show and log, without what could be a password or a token. */
export function shownAddress(url: string): string {
  const { origin, pathname } = new URL(url)
  const text = `${origin}${pathname}`
  return text.length > 200 ? `${text.slice(0, 197)}…` : text
}

function hostOf(url: string): string {
  return new URL(url).hostname
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
