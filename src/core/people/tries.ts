/** How often somebody may try to sign in: by name and by the address that the tries come from. */
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** Ours. An office shares an address; a person mistypes now and then. */
const perName = 10
const perAddress = 30
const span = 15 * 60_000
/** Ours: names of nobody, and addresses, that are remembered. */
const most = 10_000

export interface Tries {
  /**
   * Counts a try before it is made; one that may not be made changes nothing.
   * @param isPerson whether somebody has the name, of whom the count is never forgotten for others
   * @returns 0 when it may be made; else the seconds until the next
   */
  begin(name: string, address: string, isPerson: boolean): number
  /** It let in: the name's count begins anew, and the address has one less. */
  succeeded(name: string, address: string): void
}

interface Count {
  tries: number
  until: number
}

/** @param clock milliseconds since 1970 */
export function countTries(clock: () => number): Tries {
  const people = new Map<string, Count>()
  // Only the newest are kept, so that no flood of names takes memory.
  const strangers = new LRUCache<string, Count>({ max: most })
  const addresses = new LRUCache<string, Count>({ max: most })

  function known(counts: Pick<Map<string, Count>, 'get'>, key: string): Count | undefined {
    const count = counts.get(key)
    return count !== undefined && count.until > clock() ? count : undefined
  }

  function oneMore(count: Count | undefined): Count {
    return { tries: (count?.tries ?? 0) + 1, until: count?.until ?? clock() + span }
  }

  return {
    begin(name, from, isPerson) {
      const address = networkOf(from)
      const names = isPerson ? people : strangers
      const [byName, byAddress] = [known(names, name), known(addresses, address)]
      const full = [
        ...(byName && byName.tries >= perName ? [byName] : []),
        ...(byAddress && byAddress.tries >= perAddress ? [byAddress] : []),
      ]
      if (full.length > 0) return Math.ceil((Math.max(...full.map(({ until }) => until)) - clock()) / 1_000)
      names.set(name, oneMore(byName))
      addresses.set(address, oneMore(byAddress))
      return 0
    },
    succeeded(name, from) {
      people.delete(name)
      const byAddress = addresses.get(networkOf(from))
      if (byAddress !== undefined) byAddress.tries--
    },
  }
}

/** Whoever has one address of IPv6 has 2^64 of them, whose first half is the same (RFC 6177): they are one. IPv4's are as they are. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const read = ipaddr.process(address)
  return read instanceof ipaddr.IPv6 ? read.parts.slice(0, 4).join(':') : read.toString()
}
