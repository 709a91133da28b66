/**
 * Webhooks, as the window and the command line manage them under `/app/webhooks`:
 * `GET` → `webhook[]`; `POST` with `webhookRequest` → `createdWebhook` (its secret is shown this once); `DELETE /{id}` → 204;
 * `POST /{id}/enable` → `webhook`; `GET /{id}/deliveries?before&limit` → `webhookDeliveries`, newest first;
 * `POST /{id}/resend` with `resendRequest` → `resent`.
 */
import { z } from 'zod'
import { time } from './units.ts'

/** What a webhook can be told of: an action ended so (docs/webhooks.md). */
export const webhookEvents = [
  'collections.create.succeeded',
  'collections.create.failed',
  'collections.update.succeeded',
  'collections.update.failed',
  'nfts.create.succeeded',
  'nfts.create.failed',
  'nfts.update.succeeded',
  'nfts.update.failed',
  'nfts.delete.succeeded',
  'nfts.delete.failed',
  'wallets:nfts.transfer.succeeded',
  'wallets:nfts.transfer.failed',
] as const
export const webhookEvent = z.enum(webhookEvents)
export type WebhookEvent = z.infer<typeof webhookEvent>

export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  /** What it is told of; all there is where empty. */
  events: z.array(webhookEvent),
  /** Whether it may lead into the private network that this machine is in. */
  allowPrivate: z.boolean(),
  createdAt: time,
  /** Since when nothing is sent there any more; null while it is on. */
  disabledAt: time.nullable(),
  /** Since when every attempt has failed; null when the last one did not. */
  failingSince: time.nullable(),
  /** A sentence when a person should look at it; null when all is well. */
  notice: z.string().nullable(),
  /** Deliveries that are still tried, and those that were given up. */
  waiting: z.int(),
  failed: z.int(),
})
export type Webhook = z.infer<typeof webhook>

/** Without `events` it is told of all. `allowPrivate` lets it lead to 10.x, 192.168.x and the like; loopback is always let in. */
export const webhookRequest = z.object({
  url: z.string().trim().min(1).max(2_000),
  events: z.array(webhookEvent).max(webhookEvents.length).default([]),
  allowPrivate: z.boolean().default(false),
})
export type WebhookRequest = z.input<typeof webhookRequest>
export const createdWebhook = webhook.extend({ secret: z.string() })

export const webhookDelivery = z.object({
  /** The header `svix-id`: the same at every attempt. */
  id: z.string(),
  type: z.string(),
  /** `waiting` for its next attempt; `failed`: given up, until it is resent. */
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  nextAt: time.nullable(),
  lastAt: time.nullable(),
  /** The status that was answered last; null when there was none. */
  lastStatus: z.int().nullable(),
  /** Why the last attempt failed, in a sentence. */
  lastError: z.string().nullable(),
  createdAt: time,
  /** What is sent, JSON. */
  body: z.string(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>
export const webhookDeliveries = z.object({ deliveries: z.array(webhookDelivery), next: z.string().nullable() })
export const deliveriesQuery = z.object({
  /** `next` of the page before. */
  before: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** One delivery by its id; without it, all that were given up. */
export const resendRequest = z.object({ id: z.string().optional() }).default({})
export const resent = z.object({ resent: z.int() })
