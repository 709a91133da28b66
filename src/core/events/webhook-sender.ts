import { Agent, type Dispatcher, request } from 'undici'
import { type AllowedHost, BlockedAddressError, type Lookup, mayReceive } from '../metadata/addresses.ts'
import { defaultLookup, faultOf } from '../metadata/fetch-file.ts'
import { filteredConnector } from '../metadata/fetch-filter.ts'
import { signedHeaders } from './webhook-signature.ts'

/** Of an answer no more is read: its status is all that counts. */
const mostAnswer = 16 * 1024

export interface Sent {
  /** The status that was answered; null when there was none. */
  status: number | null
  /** Why it counts as failed, in a sentence; null for an answer 2xx. */
  error: string | null
}

export interface WebhookSender {
  /** Sends one message. `late` says that its time is over. Never throws. */
  send(
    target: { url: string; allowPrivate: boolean; secret: string },
    message: { id: string; body: string },
    now: number,
    late: AbortSignal,
  ): Promise<Sent>
  /** Closes its connections; what is being sent fails. */
  close(): Promise<void>
}

/** Sends webhooks over connections of its own. Redirects are answers, not followed: a target stays what the person named. */
export function openWebhookSender({
  allowedHosts,
  version,
  lookup = defaultLookup,
}: {
  allowedHosts: readonly AllowedHost[]
  version: string
  lookup?: Lookup
}): WebhookSender {
  const agentFor = (allowPrivate: boolean): Agent =>
    new Agent({ connect: filteredConnector(allowedHosts, lookup, (address) => mayReceive(address, allowPrivate)) })
  const agents = { open: agentFor(false), wide: agentFor(true) }

  return {
    async send({ url, allowPrivate, secret }, message, now, late) {
      try {
        const { statusCode, body } = await request(url, {
          dispatcher: allowPrivate ? agents.wide : agents.open,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': `Mintdesk/${version}`,
            ...signedHeaders(secret, message, now),
          },
          body: message.body,
          signal: late,
        })
        await leave(body)
        const ok = statusCode >= 200 && statusCode < 300
        return { status: statusCode, error: ok ? null : refusal(statusCode) }
      } catch (error) {
        return { status: null, error: late.aborted ? 'It did not answer within 15 seconds.' : explained(error) }
      }
    },
    async close() {
      await Promise.all([agents.open.destroy(), agents.wide.destroy()])
    },
  }
}

/** What is left of the answer is taken, so that the connection serves again, or dropped with it when it is much. */
async function leave(body: Dispatcher.ResponseData['body']): Promise<void> {
  body.on('error', () => undefined)
  await body.dump({ limit: mostAnswer }).catch(() => undefined)
}

function refusal(status: number): string {
  return status >= 300 && status < 400
    ? `It answered ${status}, a redirect, which is not followed: make the webhook with the address it leads to.`
    : `It answered ${status}; only 2xx says that it was taken.`
}

function explained(error: unknown): string {
  if (error instanceof BlockedAddressError)
    return 'Its address is in the private network of this machine: make the webhook again and allow that, if you mean it.'
  return `It cannot be reached: ${faultOf(error) ?? 'its server does not answer properly'}.`
}
