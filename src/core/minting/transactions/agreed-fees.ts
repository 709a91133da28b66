import { least } from '../../../shared/bigint.ts'
import type { ChainClient } from '../../chains/family/family.ts'
import type { Fee, Fees } from '../../chains/family/fees.ts'
import { priceNow } from './fees.ts'

/** What a signer queue remembers between rounds; may be lost. `price`: the last price of a second RPC, or a lower own price since; null: none yet. */
export interface FeeMemory {
  price: bigint | null
}

/** Ours: honest nodes suggest different tips, and prices change from block to block, but not by this factor. */
const timesAtMost = 4n

/**
 * The same client, whose fees are at most four times those of another RPC: otherwise the RPC that suggests the tip could make the treasury spend its
 * whole balance. It asks the others the first time, and again when the price exceeds four times the remembered one. If none answers, it takes the
 * first RPC's fees, because as a rule an RPC reports what the network asks.
 */
export function withAgreedFees(client: ChainClient, memory: FeeMemory): ChainClient {
  const { witnesses, family } = client
  // Where nothing is paid by weight, there is no price that could be compared.
  if (!witnesses || family.gasPrice === null) return client
  const others = async (own: bigint): Promise<Fees | null> => {
    let highest: Fees | null = null
    for (const { client: open } of witnesses.others) {
      const said = await open()
        .then((other) => other?.fees())
        .catch(() => undefined)
      if (!said) continue
      if (highest === null || priceNow(said) > priceNow(highest)) highest = said
      if (own <= timesAtMost * priceNow(said)) break
    }
    return highest
  }
  return {
    ...client,
    async fees() {
      const own = await client.fees()
      const price = priceNow(own)
      if (memory.price !== null && price <= timesAtMost * memory.price) {
        memory.price = least(memory.price, price)
        return own
      }
      const other = await others(price)
      if (other === null) return own
      memory.price = priceNow(other)
      return within(own, other)
    },
  }
}

function within(own: Fees, other: Fees): Fees {
  const tip = timesAtMost * priceNow(other)
  const bounded = (fee: Fee, by: Fee): Fee => {
    const max = least(fee.max, timesAtMost * by.max)
    return { ...fee, max, priority: least(fee.priority, least(tip, max)) }
  }
  return {
    base: least(own.base, timesAtMost * priceNow(other)),
    low: bounded(own.low, other.low),
    expected: bounded(own.expected, other.expected),
    high: bounded(own.high, other.high),
  }
}
