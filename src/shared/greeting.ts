/** Makes whatever listens on the core's port prove that it is the core, before anything else is sent to it. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { apiError } from './app-api/errors.ts'
import { hello, type Session } from './app-api/people/sessions.ts'
import { CallError } from './call-error.ts'

/** Ours, ms: how long a proof holds. After it, the greeter asks again, and so notices a tab that slept or a core that ended. */
const sureFor = 1_000
/** Ours, ms: the timeout. A core answers at once, on a busy machine after a while. */
const patience = 15_000

/** The text that the core's proof authenticates. */
export function greetingText(nonce: string, port: number, run: string): string {
  return `mintdesk hello\n${nonce}\n${port}\n${run}`
}

/**
 * A session's bearer token for `/app` in one run of the core. A browser may repeat a request by itself, to another program that has the
 * port by then. That program gets only the token of an ended run; the page never sends the key that makes tokens.
 */
export function sessionToken({ id, key }: Pick<Session, 'id' | 'key'>, run: string): string {
  return `${id}.${macOf(key, `mintdesk token\n${run}`)}`
}

export interface Greeter {
  /**
   * Resolves if the core listens.
   * @throws CallError `core.unreachable`, `core.stranger`, or `session.unknown` if what answers (the core or not) does not know the session
   */
  sure(): Promise<void>
  /** The connection was lost: the next call asks again. */
  doubt(): void
}

export interface GreeterOptions {
  /** The prefix of paths: `http://127.0.0.1:3000`, or '' in the window. */
  base: string
  session: Pick<Session, 'id' | 'key'>
  /** The port of `base`. A proof made for another port comes from another program, which relayed it from the core there. */
  port: number
  /** Called after each proof, before anything else is sent; a new `run` means that the core was restarted. */
  onMet?: (run: string) => Promise<void>
  /** Milliseconds since 1970; this clock must continue while the machine sleeps. */
  clock?: () => number
}

/** Makes the greeter of a session. Concurrent calls share one request. */
export function createGreeter({ base, session, port, onMet, clock = Date.now }: GreeterOptions): Greeter {
  let sureUntil = 0
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    const nonce = toBase64url(crypto.getRandomValues(new Uint8Array(32)))
    const answer = await fetch(`${base}/app/hello`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session: session.id, nonce, port }),
      signal: AbortSignal.timeout(patience),
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
    }).catch(() => {
      throw unreachable()
    })
    const body: unknown = await answer.json().catch(() => null)
    const refusal = apiError.safeParse(body)
    if (refusal.success && refusal.data.code === 'session.unknown')
      throw new CallError(answer.status, refusal.data.code, refusal.data.message)
    const said = hello.safeParse(body)
    const text = said.success ? greetingText(nonce, port, said.data.run) : ''
    if (!said.success || said.data.proof !== macOf(session.key, text))
      throw new CallError(
        answer.status,
        'core.stranger',
        'Another program answers at Mintdesk’s address, so nothing was sent to it: start Mintdesk, and close that program if it keeps the port.',
      )
    await onMet?.(said.data.run)
    sureUntil = clock() + sureFor
  }

  return {
    async sure() {
      if (clock() < sureUntil && sureUntil - clock() <= sureFor) return
      asking ??= ask().finally(() => {
        asking = undefined
      })
      await asking
    },
    doubt() {
      sureUntil = 0
    },
  }
}

/** The error if nothing answers. */
export function unreachable(): CallError {
  return new CallError(
    0,
    'core.unreachable',
    'Mintdesk’s core does not answer. What it accepted is on disk and goes on when it is back.',
  )
}

/** @param key base64url */
export function macOf(key: string, text: string): string {
  return toBase64url(hmac(sha256, fromBase64url(key), new TextEncoder().encode(text)))
}

function toBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function fromBase64url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}
