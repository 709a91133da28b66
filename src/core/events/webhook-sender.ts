import { Agent, type Dispatcher, request } from 'undici'
import { type AllowedHost, BlockedAddressError, type Lookup, mayReceive } from '../metadata/addresses.ts'
import { defaultLookup, faultOf } from '../metadata/fetch-file.ts'
import { filteredConnector } from '../metadata/fetch-filter.ts'
import { signedHeaders } from './webhook-signature.ts'

/** At most so many bytes of an answer are read: only its status matters. */
const mostAnswer = 16 * 1024

export interface Sent {
  /** The status of the answer; null when there was none. */
  status: number | null
  /** Why the attempt failed, in a sentence; null for a status 2xx. */
  error: string | null
}

export interface WebhookSender {
  /** Sends one message. `late` aborts it when its time is over. Never rejects. */
  send(
    target: { url: string; allowPrivate: boolean; secret: string },
    message: { id: string; body: string },
    now: number,
    late: AbortSignal,
  ): Promise<Sent>
  /** Closes its connections; running requests fail. */
  close(): Promise<void>
}

/** Sends webhooks over connections of its own. A redirect counts as an answer and is not followed: only the address that the person set gets it. */
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
        return {
          status: null,
          error: late.aborted ? 'It did not answer within 15 seconds.' : explained(error, allowPrivate),
        }
      }
    },
    async close() {
      await Promise.all([agents.open.destroy(), agents.wide.destroy()])
    },
  }
}

/** Reads the rest of the answer so that the connection can be reused, or drops the connection when the rest is long. */
async function leave(body: Dispatcher.ResponseData['body']): Promise<void> {
  body.on('error', () => undefined)
  await body.dump({ limit: mostAnswer }).catch(() => undefined)
}

function refusal(status: number): string {
  return status >= 300 && status < 400
    ? `It answered ${status}, a redirect, which is not followed: make the webhook with the address it leads to.`
    : `It answered ${status}; only 2xx says that it was taken.`
}

function explained(error: unknown, allowPrivate: boolean): string {
  if (error instanceof BlockedAddressError)
    return allowPrivate
      ? 'Its name leads to an address that no webhook may lead to: use a public one, or one of this machine or its private network.'
      : 'Its address is in the private network of this machine: make the webhook again and allow that, if you mean it.'
  return `It cannot be reached: ${faultOf(error) ?? 'its server does not answer properly'}.`
}
