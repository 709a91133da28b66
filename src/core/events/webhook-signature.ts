/** How webhooks are signed: as the `svix` packages verify (https://docs.svix.com/receiving/verifying-payloads/how-manual). Pure. */
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret: `whsec_` and base64 of 32 random bytes. */
export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`
}

/** The id of a message, its `svix-id`: random, so that a receiver tells what it has taken already. */
export function newMessageId(): string {
  return `msg_${randomBytes(16).toString('hex')}`
}

/**
 * The headers that a message is signed with.
 * @param now milliseconds since 1970; receivers refuse what is minutes old
 */
export function signedHeaders(secret: string, { id, body }: { id: string; body: string }, now: number) {
  const timestamp = String(Math.floor(now / 1_000))
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,${signature}` }
}
