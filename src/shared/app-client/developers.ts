import { z } from 'zod'
import {
  apiKey,
  auditPage,
  createdKey,
  createdWebhook,
  type KeyLimits,
  type KeyPatch,
  keyState,
  requestPage,
  resent,
  type Scope,
  type WebhookRequest,
  webhook,
  webhookDeliveries,
} from '../app-api.ts'
import type { Caller } from '../http-client.ts'
import { query, seg } from './paths.ts'

/** API keys, webhooks, the log of requests and the audit log. */
export function developerCalls({ get, send }: Caller) {
  const webhookPath = (id: string) => `/app/webhooks/${seg(id)}`
  return {
    /** What the API key of this client may do. */
    key: () => get(keyState, '/app/key'),
    keys: () => get(z.array(apiKey), '/app/keys'),
    /** Without `scopes`, the key gets the usual ones. */
    createKey: (name: string, scopes: Scope[] | undefined, limits: KeyLimits) =>
      get(createdKey, '/app/keys', { method: 'POST', json: { name, scopes, ...limits } }),
    changeKey: (id: string, change: KeyPatch) => get(apiKey, `/app/keys/${seg(id)}`, { method: 'PATCH', json: change }),
    revokeKey: (id: string) => send(`/app/keys/${seg(id)}`, { method: 'DELETE' }),

    webhooks: () => get(z.array(webhook), '/app/webhooks'),
    createWebhook: (request: WebhookRequest) => get(createdWebhook, '/app/webhooks', { method: 'POST', json: request }),
    deleteWebhook: (id: string) => send(webhookPath(id), { method: 'DELETE' }),
    enableWebhook: (id: string) => get(webhook, `${webhookPath(id)}/enable`, { method: 'POST' }),
    /** `before`: `next` of the previous page. */
    deliveries: (id: string, before: string | null = null) =>
      get(webhookDeliveries, `${webhookPath(id)}/deliveries${query({ before: before ?? undefined })}`),
    /** Resends one delivery, or all that were given up. */
    resendDelivery: (id: string, delivery: string | undefined) =>
      get(resent, `${webhookPath(id)}/resend`, { method: 'POST', json: { id: delivery } }),

    requests: (failed: boolean) => get(requestPage, `/app/requests${query({ failed, limit: 200 })}`),
    clearRequests: () => send('/app/requests', { method: 'DELETE' }),
    /** `before`: `next` of the previous page. */
    audit: ({ before, limit }: { before?: string | null; limit?: number }) =>
      get(auditPage, `/app/audit${query({ before: before ?? undefined, limit })}`),
  }
}
