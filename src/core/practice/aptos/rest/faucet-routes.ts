import { z } from 'zod'
import { addressIn, jsonIn, type Route } from './node-state.ts'
import { invalidInput } from './rest-fault.ts'

/** Ours: octas that are given without an amount (1 APT), and at most at a time. */
const usualOctas = 100_000_000n
const mostOctas = 10n ** 17n

/** `POST /mint?address=&amount=`, as the faucets of Aptos take it. */
export const mintCoin: Route = ({ chain }, { query }) => ({
  json: [chain.give(addressIn(query.get('address') ?? undefined), octasIn(query.get('amount')))],
})

const asked = z.object({ address: z.string(), amount: z.union([z.number(), z.string()]).optional() })

/** `POST /fund`, as the SDK calls a faucet. */
export const fund: Route = ({ chain }, { body }) => {
  const { data } = asked.safeParse(jsonIn(body))
  if (!data) throw invalidInput('A funding has an address and an amount.')
  return { json: { txn_hashes: [chain.give(addressIn(data.address), octasIn(data.amount))] } }
}

function octasIn(amount: string | number | null | undefined): bigint {
  if (amount === null || amount === undefined) return usualOctas
  if (!/^\d{1,20}$/.test(`${amount}`)) throw invalidInput(`${JSON.stringify(amount)} is no number of octas.`)
  const octas = BigInt(amount)
  return octas > mostOctas ? mostOctas : octas
}
