/** How the window is let in: a one-time ticket in its address becomes a bearer token that stays in this tab alone. */
import { session } from '../../../shared/app-api.ts'

const storageKey = 'mintdesk.token'

/** Takes `?ticket=…` out of the address, so that it stays in no history; null when there is none. */
export function takeTicket(): string | null {
  const address = new URL(window.location.href)
  const ticket = address.searchParams.get('ticket')
  if (ticket === null) return null
  address.searchParams.delete('ticket')
  window.history.replaceState(null, '', `${address.pathname}${address.search}${address.hash}`)
  return ticket
}

/** The token of this tab, exchanged from the ticket when one was given; null when the window was not let in. */
export async function openSession(ticket: string | null): Promise<string | null> {
  if (ticket === null) return sessionStorage.getItem(storageKey)
  const answer = await fetch('/app/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket }),
  }).catch(() => null)
  // A ticket is good once: a reloaded tab may still hold the token it was exchanged for.
  if (!answer?.ok) return sessionStorage.getItem(storageKey)
  const { token } = session.parse(await answer.json())
  sessionStorage.setItem(storageKey, token)
  return token
}

/** Forgets the token, when the core no longer knows it. */
export function closeSession(): void {
  sessionStorage.removeItem(storageKey)
}
