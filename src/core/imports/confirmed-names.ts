import type { ChainName } from '../../shared/chains.ts'
import { boundedCache } from '../lib/bounded-cache.ts'

/** Names that were looked up lately, so that each price and each run with the same names need not ask the network again. */
export interface ConfirmedNames {
  /** The confirmed address; undefined: the name must be looked up. */
  address(chain: ChainName, name: string): string | undefined
  keep(chain: ChainName, name: string, address: string): void
}

/** Ours: how long a name counts as confirmed, ms; and the most names kept. */
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
