import type { ChainName } from '../../shared/chains.ts'
import { boundedCache } from '../lib/bounded-cache.ts'

/** What names stood for when they were asked for lately, so that each price and each run of the same names does not ask anew. */
export interface ConfirmedNames {
  /** The address; undefined: it must be asked for. */
  address(chain: ChainName, name: string): string | undefined
  keep(chain: ChainName, name: string, address: string): void
}

/** Ours: so long a name counts as confirmed, ms; and of so many names at most. */
const confirmedMs = 2 * 60_000
const mostNames = 50_000

/** @param clock ms */
export function confirmedNames(clock: () => number): ConfirmedNames {
  const kept = boundedCache<string, { address: string; until: number }>(mostNames)
  return {
    address(chain, name) {
      const one = kept.get(`${chain} ${name}`)
      return one !== undefined && clock() < one.until ? one.address : undefined
    },
    keep: (chain, name, address) => void kept.set(`${chain} ${name}`, { address, until: clock() + confirmedMs }),
  }
}
