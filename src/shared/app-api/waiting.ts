import { z } from 'zod'
import { money } from './units.ts'

/**
 * What minting waits for before it continues by itself: lower fees, a higher spending cap, coin (`missing` for the next transaction, at `address`),
 * the storage, the vault, the network.
 */
export const waitsFor = z.object({
  what: z.enum(['fee', 'cap', 'funds', 'storage', 'vault', 'network']),
  missing: money.nullable(),
  address: z.string().nullable(),
  /** With `network`: transactions that Mintdesk does not know are stuck; `POST /app/networks/{chain}/free` can replace them. */
  outside: z.boolean(),
})
export type WaitsFor = z.infer<typeof waitsFor>
