import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import { type AllowedHost, BlockedAddressError, isPublicAddress, type Lookup, plainHost } from './addresses.ts'

/**
 * A connector for undici that connects only to allowed addresses (public ones unless `isOpen` says otherwise), and exactly to those that it
 * checked: a name whose address changes between the check and the connection gains an attacker nothing. undici calls it for every
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
    // Node calls no lookup for a host that is already an address.
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
