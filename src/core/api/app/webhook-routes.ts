import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  createdWebhook,
  deliveriesQuery,
  type Project,
  resendRequest,
  resent,
  type Webhook,
  webhook,
  webhookDeliveries,
  webhookEvent,
  webhookRequest,
} from '../../../shared/app-api.ts'
import { newWebhookSecret } from '../../events/webhook-signature.ts'
import { mayReceive } from '../../metadata/addresses.ts'
import { countDeliveries, listDeliveries, resendDeliveries } from '../../store/outbox/webhook-deliveries.ts'
import {
  addWebhook,
  enableWebhook,
  findWebhook,
  listWebhooks,
  removeWebhook,
  type StoredWebhook,
} from '../../store/outbox/webhooks.ts'
import { ApiFault, invalidRequest } from '../http/faults.ts'
import type { AppContext, ProjectOf } from './context.ts'

/** Ours: every webhook gets every message, so more than this are a mistake. */
const mostWebhooks = 50

const oneWebhook = z.object({ id: z.string() })

/** The project's webhooks and their deliveries; only the answer that creates a webhook contains its secret. */
export function webhookRoutes(context: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  const { db, clock, webhooks } = context

  async function required(project: Project, id: string): Promise<StoredWebhook> {
    const found = await findWebhook(db, id)
    if (found?.projectId === project.id) return found
    throw new ApiFault(404, 'webhook.notFound', `There is no webhook ${JSON.stringify(id)} in this project.`)
  }

  async function view(stored: StoredWebhook): Promise<Webhook> {
    const { id, url, events, allowPrivate } = stored
    const counts = await countDeliveries(db, id)
    return {
      id,
      url,
      events: events.flatMap((name) => webhookEvent.safeParse(name).data ?? []),
      allowPrivate,
      createdAt: iso(stored.createdAt),
      disabledAt: isoOrNull(stored.disabledAt),
      failingSince: isoOrNull(stored.failingSince),
      notice: noticeOf(stored, counts),
      ...counts,
    }
  }

  return async (app) => {
    app.get('/webhooks', { schema: { response: { 200: z.array(webhook) } } }, async (request) =>
      Promise.all((await listWebhooks(db, projectOf(request).id)).map(view)),
    )

    app.post('/webhooks', { schema: { body: webhookRequest, response: { 200: createdWebhook } } }, async (request) => {
      const project = projectOf(request)
      const { events, allowPrivate } = request.body
      const url = readTarget(request.body.url, allowPrivate)
      if ((await listWebhooks(db, project.id)).length >= mostWebhooks)
        throw new ApiFault(
          422,
          'webhook.tooMany',
          `This project has ${mostWebhooks} webhooks already: delete one that is not needed.`,
        )
      const secret = newWebhookSecret()
      const stored: StoredWebhook = {
        id: randomUUID(),
        projectId: project.id,
        url,
        events: [...new Set(events)],
        secret,
        allowPrivate,
        createdAt: clock(),
        failingSince: null,
        disabledAt: null,
      }
      await addWebhook(db, stored)
      return { ...(await view(stored)), secret }
    })

    app.delete('/webhooks/:id', { schema: { params: oneWebhook } }, async (request, reply) => {
      const { id } = await required(projectOf(request), request.params.id)
      await removeWebhook(db, id)
      return reply.code(204).send()
    })

    app.post(
      '/webhooks/:id/enable',
      { schema: { params: oneWebhook, response: { 200: webhook } } },
      async (request) => {
        const { id } = await required(projectOf(request), request.params.id)
        await enableWebhook(db, id)
        webhooks.look(id)
        return await view(await required(projectOf(request), id))
      },
    )

    app.get(
      '/webhooks/:id/deliveries',
      { schema: { params: oneWebhook, querystring: deliveriesQuery, response: { 200: webhookDeliveries } } },
      async (request) => {
        const { id } = await required(projectOf(request), request.params.id)
        const { before, limit } = request.query
        const rows = await listDeliveries(db, id, before, limit)
        const last = rows.at(-1)
        return {
          deliveries: rows.map((row) => ({
            id: row.id,
            type: row.type,
            state: row.state,
            attempts: row.attempts,
            nextAt: isoOrNull(row.next_at),
            lastAt: isoOrNull(row.last_at),
            lastStatus: row.last_status,
            lastError: row.last_error,
            createdAt: iso(row.created_at),
            body: row.body,
          })),
          next: rows.length === limit && last ? String(last.pk) : null,
        }
      },
    )

    app.post(
      '/webhooks/:id/resend',
      { schema: { params: oneWebhook, body: resendRequest, response: { 200: resent } } },
      async (request) => {
        const { id, disabledAt } = await required(projectOf(request), request.params.id)
        if (disabledAt !== null)
          throw new ApiFault(
            422,
            'webhook.disabled',
            'This webhook is turned off, so nothing is sent to it: turn it on first.',
          )
        const message = request.body.id
        const count = await resendDeliveries(db, id, message, clock())
        if (message !== undefined && count === 0)
          throw new ApiFault(
            404,
            'delivery.notFound',
            `There is no delivery ${JSON.stringify(message)} to this webhook: deliveries are kept for 30 days.`,
          )
        webhooks.look(id)
        return { resent: count }
      },
    )
  }
}

/** @throws ApiFault 400 for a text that cannot be a target */
function readTarget(text: string, allowPrivate: boolean): string {
  const refuse = (message: string): ApiFault => invalidRequest([{ path: 'url', message }])
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw refuse('The address of a webhook begins with http:// or https://: write it in full.')
  if (url.username !== '' || url.password !== '')
    throw refuse('The address of a webhook holds no user or password: what is sent is signed instead.')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0 && !mayReceive(host, allowPrivate))
    throw refuse(
      mayReceive(host, true)
        ? `${host} is in the private network of this machine: allow that for this webhook (--allow-private), if you mean it.`
        : `${host} is no address that a webhook may lead to: use a public one, or one of this machine.`,
    )
  url.hash = ''
  return url.href
}

function noticeOf({ disabledAt, failingSince }: StoredWebhook, { waiting }: { waiting: number }): string | null {
  if (disabledAt !== null)
    return 'Everything sent to it failed for five days, so it was turned off: put its server right, and turn it on again.'
  if (failingSince === null) return null
  return waiting === 0
    ? 'What was sent to it last failed, and was given up: put its server right, then resend it.'
    : 'What was sent to it last failed; it is tried again by itself.'
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

function isoOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : iso(milliseconds)
}
