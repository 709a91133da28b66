import { z } from 'zod'
import { money, time } from '../units.ts'

/** `GET /app/collections/{id}/ownership` → who owns a collection, and how far giving it to somebody else is. */
export const ownership = z.object({
  /** Why it cannot be given away here; null: it can. */
  impossible: z.string().nullable(),
  /** Null where the chain does not say. */
  owner: z.string().nullable(),
  /** Whether that is the project's fee balance. */
  isOurs: z.boolean(),
  /** Whom it is offered to; null: nobody. */
  offeredTo: z.string().nullable(),
  /** Until when that address' own request can be agreed to; null: it has not asked. */
  askedUntil: time.nullable(),
  /** What the new owner does on chain to ask for it; null: it is offered to nobody. */
  request: z
    .discriminatedUnion('kind', [
      /** Calls a function without arguments. */
      z.object({ kind: z.literal('call'), contract: z.string(), name: z.string(), data: z.string() }),
      /** Pays exactly so much to the project's own fee balance, where the chain changes an owner without asking the new one. */
      z.object({ kind: z.literal('payment'), to: z.string(), amount: money }),
    ])
    .nullable(),
})
export type Ownership = z.infer<typeof ownership>

/**
 * `PUT /app/collections/{id}/ownership` → `ownership`: offers it. Nothing is sent. `again` is the address typed a second time; of a live project
 * that has a vault, with its passphrase. `DELETE` takes the offer back.
 */
export const offerRequest = z.object({
  to: z.string().max(200),
  again: z.string().max(200),
  passphrase: z.string().max(1_000).optional(),
})

/**
 * `POST /app/collections/{id}/ownership/complete` → the id of the action that gives it away, once it was asked for. `to` is the address that the person
 * saw and agreed to: where it is offered to another one now, it is 409 `collection.offerChanged`.
 */
export const handoverRequest = z.object({ to: z.string().max(200) })
export const handoverStarted = z.object({ actionId: z.string() })
