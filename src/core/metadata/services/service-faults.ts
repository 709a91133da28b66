import { PinningError } from '../pinning.ts'

/** A service's answer. */
export interface ServiceAnswer {
  status: number
  headers: Readonly<Record<string, string | undefined>>
  content: Uint8Array
  /** The content as UTF-8. */
  readonly text: string
  /** An error reported after the body: the trailer `X-Stream-Error` of a Kubo node. */
  streamError: string | undefined
}

/** What the person does when a service refuses a key. */
export interface KeyCures {
  /** For an unknown key: "make a new API key …". */
  unknown: string
  /** For a key that lacks a right. */
  rights: string
  /** When there is no room, or the plan's limit is reached. */
  room: string
}

const passing: ReadonlySet<number> = new Set([408, 425, 500, 502, 503, 504])
const fullWords =
  /no space left|disk quota|quota|storage ?(limit|max)|over (your )?(plan|limit)|exceed|insufficient storage/i

/** What the person does when a hosted service does not answer. */
export const hostedDown = 'look whether this computer is online, and at the status page of the service'

/**
 * Requires that a hosted service did what was asked (2xx).
 * @param name the service's name in sentences
 * @throws PinningError with what is wrong and the cure
 */
export function checkHosted(name: string, answer: ServiceAnswer, cures: KeyCures): void {
  const { status, text, headers } = answer
  if (status >= 200 && status < 300) return
  const said = saidIn(text)
  const detail = said === '' ? String(status) : `${status}: ${said}`
  // Checked first, because its words also match those for a full storage: "Rate limit exceeded".
  if (status === 429) throw tooOften(name, headers)
  if (status === 402 || status === 507 || (status >= 400 && status < 500 && fullWords.test(said)))
    throw new PinningError('storage.full', `${capital(name)} has no room left (${detail}): ${cures.room}.`)
  if (status === 401)
    throw new PinningError('storage.refused', `${capital(name)} does not know the key (${detail}): ${cures.unknown}.`)
  if (status === 403)
    throw new PinningError('storage.refused', `${capital(name)} refuses the key (${detail}): ${cures.rights}.`)
  if (passing.has(status))
    throw new PinningError(
      'storage.unreachable',
      `${capital(name)} is not ready (${detail}): wait a moment, and look at its status page if this lasts.`,
      retryAfterMs(headers),
    )
  if (status === 413)
    throw new PinningError(
      'storage.refused',
      `${capital(name)} takes no upload of this size (413): use another storage.`,
    )
  throw new PinningError(
    'storage.wrong',
    `${capital(name)} answers ${detail}, not as expected: look whether its address is right.`,
  )
}

/** The error of a service that gets too many requests, with the pause that it asks for. */
export function tooOften(name: string, headers: ServiceAnswer['headers']): PinningError {
  const pause = retryAfterMs(headers)
  const wait = pause > 0 ? `${Math.ceil(pause / 1000)} s` : 'a moment'
  return new PinningError(
    'storage.unreachable',
    `${capital(name)} takes fewer requests than were made (429): wait ${wait}.`,
    pause,
  )
}

/** `Retry-After` (RFC 9110, 10.2.3), ms from now; 0 when there is none. */
export function retryAfterMs(headers: ServiceAnswer['headers'], now = Date.now()): number {
  const text = headers['retry-after']?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}

/** The error of a service that gave no answer at all. */
export function unreachable(name: string, error: unknown, cure: string): PinningError {
  return new PinningError('storage.unreachable', `${capital(name)} does not answer (${reasonOf(error)}): ${cure}.`)
}

/** The error text of an answer in its usual forms (JSON, S3's XML, text), shortened; '' when there is none. */
function saidIn(text: string): string {
  const value = parsed(text)
  const said =
    words(value) ?? /<Code>([^<]*)<\/Code>(?:\s*<Message>([^<]*)<\/Message>)?/.exec(text)?.slice(1).join(' ') ?? text
  // A service may repeat the key that it was given.
  const plain = /^\s*</.test(said)
    ? ''
    : said
        .replace(/[\w+/=.-]{24,}/g, '…')
        .replace(/\s+/g, ' ')
        .trim()
  return plain.length > 160 ? `${plain.slice(0, 160)}…` : plain.replace(/\.$/, '')
}

function words(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  const found: string[] = []
  for (const key of ['reason', 'error', 'message', 'Message', 'details'])
    if (key in value) {
      const one = words(value[key as keyof typeof value])
      if (one !== undefined) found.push(one)
    }
  return found.length === 0 ? undefined : found.join(', ')
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ECONNRESET: 'it broke the connection off',
  EPIPE: 'it broke the connection off',
  UND_ERR_SOCKET: 'it broke the connection off',
  UND_ERR_CONNECT_TIMEOUT: 'it takes no connection',
  UND_ERR_HEADERS_TIMEOUT: 'it took too long',
  UND_ERR_BODY_TIMEOUT: 'it took too long',
  HPE_INVALID_CONSTANT: 'it does not speak HTTP',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  CERT_HAS_EXPIRED: 'its certificate has expired',
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'for an unknown reason'
  const code = 'code' in error ? String(error.code) : ''
  const known = reasons[code]
  if (known !== undefined) return known
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error.cause === undefined ? error.message || code : reasonOf(error.cause)
}

/** Capitalises a name for the beginning of a sentence. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** The value of a JSON text; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
