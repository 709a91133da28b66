/** How webhooks are signed, so that the `svix` packages verify them (https://docs.svix.com/receiving/verifying-payloads/how-manual). Pure. */
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret: `whsec_` and base64 of 32 random bytes. */
export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`
}

/** The id of a message, its `svix-id`: random, so that a receiver recognises a message that it has already taken. */
export function newMessageId(): string {
  return `msg_${randomBytes(16).toString('hex')}`
}

/**
 * The signature headers of a message.
 * @param now milliseconds since 1970; receivers refuse messages that are minutes old
 */
export function signedHeaders(secret: string, { id, body }: { id: string; body: string }, now: number) {
  const timestamp = String(Math.floor(now / 1_000))
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,${signature}` }
}
