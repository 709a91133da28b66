import { z } from 'zod'
import { money, time } from '../units.ts'

/** `GET /app/collections/{id}/ownership` → who owns a collection, and the progress of a transfer of ownership. */
export const ownership = z.object({
  /** Why ownership cannot be transferred here; null: it can. */
  impossible: z.string().nullable(),
  /** Null if the chain does not report an owner. */
  owner: z.string().nullable(),
  /** Whether the owner is the project's treasury. */
  isOurs: z.boolean(),
  /** The address that it is offered to; null: none. */
  offeredTo: z.string().nullable(),
  /** Until when that address' on-chain request can be accepted; null: there is no request. */
  askedUntil: time.nullable(),
  /** What the new owner must do on chain to request it; null: there is no offer. */
  request: z
    .discriminatedUnion('kind', [
      /** Call a function without arguments. */
      z.object({ kind: z.literal('call'), contract: z.string(), name: z.string(), data: z.string() }),
      /** Pay exactly this amount to the project's treasury, on chains that change an owner without the new one's consent. */
      z.object({ kind: z.literal('payment'), to: z.string(), amount: money }),
    ])
    .nullable(),
})
export type Ownership = z.infer<typeof ownership>

/**
 * `PUT /app/collections/{id}/ownership` → `ownership`: offers it; sends nothing on chain. `again` is the address typed a second time;
 * a live project with a vault needs its passphrase. `DELETE` withdraws the offer.
 */
export const offerRequest = z.object({
  to: z.string().max(200),
  again: z.string().max(200),
  passphrase: z.string().max(1_000).optional(),
})

/**
 * `POST /app/collections/{id}/ownership/complete` → the id of the action that transfers it, once the new owner has requested it. `to` is the
 * address that the person saw and agreed to; 409 `collection.offerChanged` if the offer is to another address now.
 */
export const handoverRequest = z.object({ to: z.string().max(200) })
export const handoverStarted = z.object({ actionId: z.string() })
