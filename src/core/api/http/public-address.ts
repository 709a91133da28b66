/** The address by which people and programs of other machines reach a server, through a proxy with TLS. */
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { CoreError } from '../../lib/errors.ts'

export interface PublicAddress {
  /** `https://mint.example`, without a slash at its end. */
  readonly origin: string
  /** The host without its port. */
  readonly hostname: string
  /** Allowed values of `Host`. */
  readonly hosts: readonly string[]
  readonly port: number
  /** Whether a peer is a trusted proxy: on this computer, or one that was named at the start. */
  isProxy(address: string | undefined): boolean
}

/** The options of `mintdesk serve`. */
export interface ServerSettings {
  host?: string | undefined
  publicUrl?: string | undefined
  /** Addresses or ranges (`172.18.0.0/16`) of the proxies in front. */
  proxies?: readonly string[] | undefined
}

/**
 * Reads how a server is reached; undefined if this is no server: then it has only loopback, and no login.
 * @throws CoreError `server.host`, `server.publicUrl`, `server.proxy`
 */
export function readServer({ host, publicUrl, proxies = [] }: ServerSettings): PublicAddress | undefined {
  if (host !== undefined && host !== 'localhost' && isIP(host) === 0)
    throw new CoreError(
      'server.host',
      `--host takes an address of this machine, such as 0.0.0.0 for all of them, not ${JSON.stringify(host)}.`,
    )
  if (publicUrl === undefined) {
    if (host === undefined || isLoopback(host)) return undefined
    throw new CoreError(
      'server.publicUrl',
      `--host ${host} lets other machines connect, so it needs the address that people open, with TLS from a proxy in front: add --public-url https://<name>.`,
    )
  }
  const url = readPublicUrl(publicUrl)
  const ranges = proxies.map(readRange)
  return {
    origin: url.origin,
    hostname: url.hostname,
    hosts: url.port === '' ? [url.host, `${url.host}:443`] : [url.host],
    port: Number(url.port || 443),
    isProxy: (address) =>
      address !== undefined && (isLoopback(address) || (isIP(address) !== 0 && ranges.some((range) => range(address)))),
  }
}

/** @throws CoreError `server.publicUrl` */
export function readPublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  if (url?.protocol === 'https:' && isPlain) return url
  throw new CoreError(
    'server.publicUrl',
    `--public-url takes an address with https and without a path, such as https://mint.example, not ${JSON.stringify(text)}: passwords would travel in plain text without TLS.`,
  )
}

/** Whether a request has headers of a proxy. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => headers[name] !== undefined,
  )
}

/** `127.0.0.1`, `::1`, `localhost`, and addresses that map to them. */
export function isLoopback(address: string | undefined): boolean {
  if (address === 'localhost') return true
  return address !== undefined && isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'
}

function readRange(text: string): (address: string) => boolean {
  const [base = '', bits] = text.split('/')
  const most = isIP(base) === 4 ? 32 : 128
  const length = bits === undefined ? most : Number(bits)
  if (isIP(base) === 0 || !/^\d{1,3}$/.test(bits ?? '0') || length > most || length < 1)
    throw new CoreError(
      'server.proxy',
      `--proxy takes the address of the proxy in front, or a range such as 172.18.0.0/16, not ${JSON.stringify(text)}.`,
    )
  const range = ipaddr.parse(base)
  return (address) => {
    const known = ipaddr.process(address)
    return known.kind() === range.kind() && known.match(range, length)
  }
}
