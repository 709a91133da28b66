/**
 * How the window gets a session: it exchanges the one-time ticket in its address for one. The token and key stay in the memory of this page,
 * because any program that serves a page at this address later can read the browser's storage. Only the pass is stored there. It is valid
 * while the core that gave it runs, and lets this tab reload.
 */
import { type Session, session } from '../../../shared/app-api.ts'

const storageKey = 'mintdesk.pass'

/** Removes `?ticket=…` from the address, so that no history keeps it; null when there is none. */
export function takeTicket(): string | null {
  const address = new URL(window.location.href)
  const ticket = address.searchParams.get('ticket')
  if (ticket === null) return null
  address.searchParams.delete('ticket')
  window.history.replaceState(null, '', `${address.pathname}${address.search}${address.hash}`)
  return ticket
}

/** Removes the secret of a link that sets a password from the address, after its #; null when there is none. */
export function takeInvitation(): string | null {
  const secret = /^#invitation=([\w-]+)$/.exec(window.location.hash)?.[1] ?? null
  if (secret !== null) window.history.replaceState(null, '', window.location.pathname + window.location.search)
  return secret
}

/**
 * The session of this tab: by the ticket if there is one, else by the tab's pass; null when the core accepts neither. If the desktop's window
 * has a pass of a core that has ended, the desktop app then loads it again with a ticket.
 */
export async function openSession(ticket: string | null): Promise<Session | null> {
  const pass = sessionStorage.getItem(storageKey)
  // A ticket works once: a tab that goes back to its address may still hold the pass.
  const opened = (ticket === null ? null : await ask({ ticket })) ?? (pass === null ? null : await ask({ pass }))
  if (opened !== null) {
    keepPass(opened)
    return opened
  }
  closeSession()
  // Signing out leaves no pass, so a refused pass comes from a core that has restarted since.
  if (pass !== null) await window.native?.signIn().catch(() => undefined)
  return null
}

/** Stores the pass, which lets this tab in when it is loaded again. */
export function keepPass({ pass }: Session): void {
  sessionStorage.setItem(storageKey, pass)
}

/** Forgets the pass, when the core no longer knows the session. */
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
