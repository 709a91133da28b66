import { least } from '../../../shared/bigint.ts'
import type { ChainClient } from '../../chains/family/family.ts'
import type { Fee, Fees } from '../../chains/family/fees.ts'
import { priceNow } from './fees.ts'

/** What a signer queue remembers between rounds; can be lost. `price`: what a second RPC asked when it was asked last, or less since; null: none was yet. */
export interface FeeMemory {
  price: bigint | null
}

/** Ours: honest nodes suggest other tips, and prices move in a block; so many times more is no such difference. */
const timesAtMost = 4n

/**
 * The same client, which asks no more for a unit of weight than four times what another RPC of the list does: who names the tip could have the
 * treasury pay all that it has. The others are asked at first, and when the price is so many times what the last one asked; where none answers, the word
 * of the one stands, since what it names is what the network asks as a rule.
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
