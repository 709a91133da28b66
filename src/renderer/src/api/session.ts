/**
 * How the window is let in: a one-time ticket in its address becomes a session. Its token and key stay in the memory of this page, for what
 * is in the browser's storage can be read by whatever program serves a page at this address later. Only the pass is kept there, which is good
 * as long as the core runs that gave it, and lets this tab be loaded again.
 */
import { type Session, session } from '../../../shared/app-api.ts'

const storageKey = 'mintdesk.pass'

/** Takes `?ticket=…` out of the address, so that it stays in no history; null when there is none. */
export function takeTicket(): string | null {
  const address = new URL(window.location.href)
  const ticket = address.searchParams.get('ticket')
  if (ticket === null) return null
  address.searchParams.delete('ticket')
  window.history.replaceState(null, '', `${address.pathname}${address.search}${address.hash}`)
  return ticket
}

/** Takes the secret of a link that sets a password out of the address, behind its #; null when there is none. */
export function takeInvitation(): string | null {
  const secret = /^#invitation=([\w-]+)$/.exec(window.location.hash)?.[1] ?? null
  if (secret !== null) window.history.replaceState(null, '', window.location.pathname + window.location.search)
  return secret
}

/**
 * The session of this tab: for the ticket when one was given, else for its pass; null when the window is not let in. The desktop's window, which had
 * a pass of a core that has ended since, is then loaded anew with a ticket.
 */
export async function openSession(ticket: string | null): Promise<Session | null> {
  const pass = sessionStorage.getItem(storageKey)
  // A ticket is good once: a tab that goes back to its address may still hold the pass.
  const opened = (ticket === null ? null : await ask({ ticket })) ?? (pass === null ? null : await ask({ pass }))
  if (opened !== null) {
    keepPass(opened)
    return opened
  }
  closeSession()
  // Whoever signed out left no pass: only a core that came back since refuses one.
  if (pass !== null) await window.native?.signIn().catch(() => undefined)
  return null
}

/** Keeps what lets this tab in when it is loaded again. */
export function keepPass({ pass }: Session): void {
  sessionStorage.setItem(storageKey, pass)
}

/** Forgets the session, when the core no longer knows it. */
export function closeSession(): void {
  sessionStorage.removeItem(storageKey)
}

async function ask(body: { ticket: string } | { pass: string }): Promise<Session | null> {
  const answer = await fetch('/app/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)
  return answer?.ok ? session.parse(await answer.json()) : null
}
