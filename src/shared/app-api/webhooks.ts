/**
 * Webhooks, as the window and the command line manage them under `/app/webhooks`:
 * `GET` → `webhook[]`; `POST` with `webhookRequest` → `createdWebhook` (its secret is shown this once); `DELETE /{id}` → 204;
 * `POST /{id}/enable` → `webhook`; `GET /{id}/deliveries?before&limit` → `webhookDeliveries`, newest first;
 * `POST /{id}/resend` with `resendRequest` → `resent`.
 */
import { z } from 'zod'
import { time } from './units.ts'

/** The events of webhooks: an action ended in this way (docs/webhooks.md). */
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
  /** The events that it receives; empty: all. */
  events: z.array(webhookEvent),
  /** Whether its URL may lead to a private network address. */
  allowPrivate: z.boolean(),
  createdAt: time,
  /** When it was turned off; null while it is on. */
  disabledAt: time.nullable(),
  /** Since when every attempt has failed; null when the last one did not. */
  failingSince: time.nullable(),
  /** A sentence when the person should act; null when all is well. */
  notice: z.string().nullable(),
  /** The numbers of deliveries that are still being tried, and that were given up. */
  waiting: z.int(),
  failed: z.int(),
})
export type Webhook = z.infer<typeof webhook>

/** Without `events` it receives all. `allowPrivate` permits URLs on 10.x, 192.168.x and the like; loopback is always permitted. */
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
  /** The HTTP status of the last attempt; null without an answer. */
  lastStatus: z.int().nullable(),
  /** Why the last attempt failed, in a sentence. */
  lastError: z.string().nullable(),
  createdAt: time,
  /** The JSON body that is sent. */
  body: z.string(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>
export const webhookDeliveries = z.object({ deliveries: z.array(webhookDelivery), next: z.string().nullable() })
export const deliveriesQuery = z.object({
  /** `next` of the previous page. */
  before: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** Resends one delivery by its id; without `id`, all that were given up. */
export const resendRequest = z.object({ id: z.string().optional() }).default({})
export const resent = z.object({ resent: z.int() })
