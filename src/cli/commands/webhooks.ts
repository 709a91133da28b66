import { type Webhook, type WebhookDelivery, type WebhookEvent, webhookEvents } from '../../shared/app-api.ts'
import type { AppClient } from '../../shared/app-client.ts'
import { moment } from '../../shared/format.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { isBeginningOf } from '../id-beginning.ts'
import { readNames } from '../names.ts'
import { table } from '../table.ts'

export interface CreateWebhookOptions {
  events?: string
  allowPrivate?: boolean
}

/** Makes a webhook. Its secret is the only line on standard output, so that a script can read it. */
export async function createWebhook(
  context: Context,
  url: string,
  { events, allowPrivate = false }: CreateWebhookOptions,
): Promise<ExitCode> {
  const wanted = events === undefined ? [] : readEvents(events)
  return withApi(context, async (api) => {
    const made = await api.createWebhook({ url, events: wanted, allowPrivate })
    context.terminal.result(made, [made.secret])
    context.terminal.note(
      `This secret is shown this once: the server at ${made.url} checks signatures with it. The webhook's id is ${made.id}.`,
    )
    return exitCodes.done
  })
}

/**
 * Reads `a,b` or `all`.
 * @throws CommandError that names what there is
 */
export function readEvents(text: string): WebhookEvent[] {
  if (text.trim() === 'all') return []
  return readNames(text, webhookEvents, { kind: 'event', code: 'webhook.event' })
}

/** Lists the webhooks of the project with their states and problems. */
export async function listWebhooks(context: Context): Promise<ExitCode> {
  const { terminal, typed } = context
  return withApi(context, async (api) => {
    const webhooks = await api.webhooks()
    const none = [`There are no webhooks yet: make one with ${typed('webhooks create <url>')}.`]
    terminal.result({ webhooks }, webhooks.length === 0 ? none : webhookTable(webhooks, terminal.columns))
    for (const { url, notice } of webhooks) if (notice !== null) terminal.note(`${url}: ${notice}`)
    return exitCodes.done
  })
}

export function webhookTable(webhooks: readonly Webhook[], width: number): string[] {
  return table(
    [
      { header: 'id', most: 13 },
      { header: 'state' },
      { header: 'waiting', right: true },
      { header: 'failed', right: true },
      { header: 'events', most: 28 },
      { header: 'url' },
    ],
    webhooks.map(({ id, url, events, disabledAt, failingSince, waiting, failed }) => [
      id.slice(0, 8),
      disabledAt !== null ? 'off' : failingSince !== null ? 'failing' : 'on',
      String(waiting),
      String(failed),
      events.length === 0 ? 'all' : events.join(','),
      url,
    ]),
    width,
  )
}

/** Lists the last deliveries to a webhook, newest first. */
export async function listDeliveries(context: Context, named: string): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const { id } = await webhookNamed(api, named)
    const { deliveries } = await api.deliveries(id)
    const none = ['Nothing was sent to it so far.']
    terminal.result({ deliveries }, deliveries.length === 0 ? none : deliveryTable(deliveries, terminal.columns))
    return exitCodes.done
  })
}

function deliveryTable(deliveries: readonly WebhookDelivery[], width: number): string[] {
  return table(
    [{ header: 'id' }, { header: 'event' }, { header: 'state' }, { header: 'tries', right: true }, { header: 'last' }],
    deliveries.map(({ id, type, state, attempts, lastAt, lastStatus, lastError }) => [
      id,
      type,
      state,
      String(attempts),
      [lastAt === null ? 'not sent yet' : moment(lastAt), lastError ?? lastStatus ?? ''].join(' ').trim(),
    ]),
    width,
  )
}

/** Deletes a webhook and the deliveries that wait for it. */
export async function deleteWebhook(context: Context, named: string): Promise<ExitCode> {
  return withApi(context, async (api) => {
    const { id, url } = await webhookNamed(api, named)
    await api.deleteWebhook(id)
    context.terminal.result({ id, deleted: true }, [
      `The webhook to ${url} is deleted: nothing is sent there any more.`,
    ])
    return exitCodes.done
  })
}

/** Turns a webhook on again after five days of failures turned it off. */
export async function enableWebhook(context: Context, named: string): Promise<ExitCode> {
  return withApi(context, async (api) => {
    const enabled = await api.enableWebhook((await webhookNamed(api, named)).id)
    const more = enabled.failed === 0 ? '' : ` ${enabled.failed} that were given up wait for webhooks resend.`
    context.terminal.result(enabled, [`The webhook to ${enabled.url} is on.${more}`])
    return exitCodes.done
  })
}

/** Sends one delivery again, or else all deliveries that were given up. */
export async function resendWebhook(context: Context, named: string, delivery: string | undefined): Promise<ExitCode> {
  return withApi(context, async (api) => {
    const { id, url } = await webhookNamed(api, named)
    const done = await api.resendDelivery(id, delivery)
    const what = done.resent === 1 ? 'One delivery is' : `${done.resent} deliveries are`
    context.terminal.result(done, [`${what} sent to ${url} again.`])
    return exitCodes.done
  })
}

/** @throws CommandError if no webhook has this id, or several ids begin with it */
async function webhookNamed(api: AppClient, named: string): Promise<Webhook> {
  const all = await api.webhooks()
  const found = all.filter(({ id }) => isBeginningOf(id, named))
  const [one, another] = found
  if (one !== undefined && another === undefined) return one
  throw new CommandError(
    'webhook.notFound',
    `There is no webhook ${JSON.stringify(named)} in this project: see webhooks list.`,
  )
}
