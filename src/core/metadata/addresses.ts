import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A host that may be fetched from, whatever its address; without a port, on every port. */
export type AllowedHost = { host: string; port?: number }

/** The signature of `dns.lookup` with `all`. */
export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** A connection that was refused because its address is of this machine or its network. */
export class BlockedAddressError extends Error {
  constructor(host: string) {
    super(`${host} is an address of this machine or its network, and links may not lead there.`)
    this.name = 'BlockedAddressError'
  }
}

/** Whether a webhook may be sent to an address. */
export function mayReceive(address: string, allowPrivate: boolean): boolean {
  return isPublicAddress(address) || isLoopbackAddress(address) || (allowPrivate && isPrivateAddress(address))
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
 * Whether an address belongs to the public internet. Private, loopback, link-local, multicast, unspecified, shared (CGNAT),
 * reserved and documentation ranges do not, nor do the IPv6 forms that embed an IPv4 address or lead through a
 * translator (IPv4-mapped and -compatible, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  // Of IPv6, IANA has assigned only 2000::/3; everything else, such as ::127.0.0.1, is special.
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1
}

/** Whether an address is this machine's own (127.0.0.0/8, ::1). */
function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'
}

/** Whether an address is of a private network (10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, fc00::/7); link-local ones are not. */
function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  return ['private', 'carrierGradeNat', 'uniqueLocal'].includes(ipaddr.process(address).range())
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

/** A host without the brackets of an IPv6 address. */
export function plainHost(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}
