/** Limits how often signing in may be tried: by name and by address. */
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** Ours: several people in an office share an address, and a person mistypes now and then. */
const perName = 10
const perAddress = 30
const span = 15 * 60_000
/** Ours: unknown names, and addresses, in memory. */
const most = 10_000

export interface Tries {
  /**
   * Counts a try before it is made; a try that is refused is not counted.
   * @param isPerson whether the name is a person's: such a count is never evicted for others
   * @returns 0 when the try may be made; else the seconds until the next
   */
  begin(name: string, address: string, isPerson: boolean): number
  /** The try succeeded: resets the name's count, and takes one try off the address's. */
  succeeded(name: string, address: string): void
}

interface Count {
  tries: number
  until: number
}

/** @param clock milliseconds since 1970 */
export function countTries(clock: () => number): Tries {
  const people = new Map<string, Count>()
  // Bounded, so that a flood of names takes no memory.
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

/** A holder of one IPv6 address usually has a whole /64 (RFC 6177), so its first half stands for all of them. IPv4 addresses stay as they are. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const read = ipaddr.process(address)
  return read instanceof ipaddr.IPv6 ? read.parts.slice(0, 4).join(':') : read.toString()
}
