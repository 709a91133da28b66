import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'

/** A host that may be fetched from whatever its address is; without a port, on every port. */
export type AllowedHost = { host: string; port?: number }

/** How a name becomes addresses: `dns.lookup` with `all`. */
export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** A connection that was refused because it would have led into this machine or its network. */
export class BlockedAddressError extends Error {
  constructor(host: string) {
    super(`${host} is an address of this machine or its network, and links may not lead there.`)
    this.name = 'BlockedAddressError'
  }
}

/**
 * Reads `MINTDESK_ALLOW_HOSTS`: `host[:port],…`.
 * @throws Error in one sentence when an entry is not of that form
 */
export function parseAllowedHosts(text: string | undefined): AllowedHost[] {
  const entries = (text ?? '').split(',').map((entry) => entry.trim())
  return entries.filter((entry) => entry !== '').map(parseAllowedHost)
}

/**
 * Whether an address is one of the public internet. Private, loopback, link-local, multicast, unspecified, shared (CGNAT),
 * reserved and documentation ranges are not, nor are the IPv6 forms that carry an IPv4 address or lead through a
 * translator (IPv4-mapped and -compatible, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  // Of IPv6 only 2000::/3 is given out (IANA); all else, ::127.0.0.1 among it, is special.
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1
}

/** Whether an address is this machine's own (127.0.0.0/8, ::1). */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'
}

/** Whether an address is of a private network (10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, fc00::/7); never a link-local one. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  return ['private', 'carrierGradeNat', 'uniqueLocal'].includes(ipaddr.process(address).range())
}

/**
 * A connector for undici that connects to open addresses only (public ones unless said otherwise), and to exactly those that it has
 * checked, so that a name which changes its address between the check and the connection gains nothing. It is asked for every
 * connection, hence at every redirect.
 * @throws (by callback) BlockedAddressError
 */
export function filteredConnector(
  allowed: readonly AllowedHost[],
  lookup: Lookup,
  isOpen: (address: string) => boolean = isPublicAddress,
): buildConnector.connector {
  const shared = { timeout: 15_000, allowH2: false }
  const direct = buildConnector(shared)
  const checked = buildConnector({ ...shared, lookup: checkedLookup(lookup, isOpen) })
  return (options, callback) => {
    const host = plainHost(options.hostname)
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80))
    if (allowed.some((entry) => entry.host === host && (entry.port ?? port) === port)) return direct(options, callback)
    // Node asks no lookup for what is an address already.
    if (isIP(host) !== 0 && !isOpen(host)) return callback(new BlockedAddressError(host), null)
    checked(options, callback)
  }
}

type NetLookup = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
) => void

function checkedLookup(lookup: Lookup, isOpen: (address: string) => boolean): NetLookup {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const open = found.filter(({ address }) => isOpen(address))
      const [first] = open
      if (first === undefined) return callback(new BlockedAddressError(hostname), [])
      if (options.all === true) return callback(null, open)
      callback(null, first.address, first.family)
    })
}

function parseAllowedHost(entry: string): AllowedHost {
  const found = /^(\[[0-9a-f:.]+\]|[^\s:[\]/]+)(?::(\d{1,5}))?$/i.exec(entry)
  const [, host = '', port] = found ?? []
  if (found === null || Number(port ?? 1) > 65_535 || Number(port ?? 1) === 0) {
    throw new Error(
      `MINTDESK_ALLOW_HOSTS holds ${JSON.stringify(entry)}: write host or host:port, separated by commas.`,
    )
  }
  return { host: plainHost(host.toLowerCase()), ...(port === undefined ? {} : { port: Number(port) }) }
}

function plainHost(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}
