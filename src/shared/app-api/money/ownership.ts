import { z } from 'zod'
import { time } from '../units.ts'

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
  /** What the new owner's wallet calls to ask for it: a function without arguments. */
  request: z.object({ contract: z.string(), name: z.string(), data: z.string() }).nullable(),
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

/** `POST /app/collections/{id}/ownership/complete` → the id of the action that gives it away, once it was asked for. */
export const handoverStarted = z.object({ actionId: z.string() })
