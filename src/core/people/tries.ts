/** How often somebody may try to sign in: by name and by the address that the tries come from. */
import { LRUCache } from 'lru-cache'

/** Ours. An office shares an address; a person mistypes now and then. */
const perName = 10
const perAddress = 30
const span = 15 * 60_000
/** Ours: names and addresses that are remembered. */
const most = 10_000

export interface Tries {
  /** Counts a try before it is made. @returns 0 when it may be; else the seconds until the next */
  begin(name: string, address: string): number
  /** It let in: the name's count begins anew, and the address has one less. */
  succeeded(name: string, address: string): void
}

/** @param clock milliseconds since 1970 */
export function countTries(clock: () => number): Tries {
  // Only the newest are kept, so that no flood of names takes memory.
  const counts = new LRUCache<string, { tries: number; until: number }>({ max: most })

  function counted(key: string): { tries: number; until: number } {
    const known = counts.get(key)
    if (known !== undefined && known.until > clock()) return known
    const fresh = { tries: 0, until: clock() + span }
    counts.set(key, fresh)
    return fresh
  }

  return {
    begin(name, address) {
      const [byName, byAddress] = [counted(`name ${name}`), counted(`address ${address}`)]
      const full = [...(byName.tries >= perName ? [byName] : []), ...(byAddress.tries >= perAddress ? [byAddress] : [])]
      if (full.length > 0) return Math.ceil((Math.max(...full.map(({ until }) => until)) - clock()) / 1_000)
      byName.tries++
      byAddress.tries++
      return 0
    },
    succeeded(name, address) {
      counts.delete(`name ${name}`)
      const byAddress = counts.get(`address ${address}`)
      if (byAddress !== undefined) byAddress.tries--
    },
  }
}
