import { request } from 'undici'
import type { z } from 'zod'
import { jsonOf } from '../../lib/json.ts'
import { ProviderError } from './provider.ts'

/** Ours: a page of a hundred NFTs is some hundred kB. */
const mostBytes = 16 * 1024 * 1024
const patienceMs = 15_000
/** Ours, where a provider does not say how long to wait. */
const usualRest = 2_000
const longestRest = 10 * 60_000

export interface Asked<Schema extends z.ZodType> {
  /** The provider's name, for sentences. */
  name: string
  /** May hold the key: never show or log it. */
  url: string
  headers?: Record<string, string>
  /** JSON for a POST; absent: a GET. */
  body?: unknown
  schema: Schema
  signal: AbortSignal
  /** The result for status 404; absent: the provider does not know the network. */
  absent?: NoInfer<z.output<Schema>>
  /** Whether the request has no key, so that no refusal is about one. */
  keyless?: boolean
  /** How long to wait where the provider does not say, ms. */
  restMs?: number
  /** Statuses beside 429 with which the provider refuses every request for now. */
  limits?: readonly number[]
}

/**
 * Asks a provider for JSON that matches a schema.
 * @throws ProviderError, without the address, which may hold a key
 */
export async function ask<Schema extends z.ZodType>({
  name,
  url,
  headers = {},
  body,
  schema,
  signal,
  absent,
  keyless = false,
  restMs = usualRest,
  limits = [],
}: Asked<Schema>): Promise<z.output<Schema>> {
  const { status, text, retryAfter } = await answerOf(name, url, headers, body, signal)
  if (status === 404 && absent !== undefined) return absent
  if (status === 429)
    throw new ProviderError('limited', `${name} is asked too often for its plan.`, restOf(retryAfter, restMs))
  if (limits.includes(status))
    throw new ProviderError(
      'limited',
      `${name} answers nothing more for now: status ${status}${saidIn(text)}.`,
      restOf(retryAfter, restMs),
    )
  if (!keyless && (status === 401 || status === 403))
    throw new ProviderError(
      'key',
      `${name} does not take the key (status ${status}): copy it again from its dashboard.`,
    )
  if (status === 404)
    throw new ProviderError('chain', `${name} does not know this network (status 404): choose another provider for it.`)
  if (status < 200 || status > 299)
    throw new ProviderError('refused', `${name} answers with status ${status}${saidIn(text)}: try again later.`)
  return readAs(name, schema, jsonOf(text))
}

/** @throws ProviderError `answer` for JSON that does not match the schema */
export function readAs<Schema extends z.ZodType>(name: string, schema: Schema, json: unknown): z.output<Schema> {
  const read = schema.safeParse(json)
  if (read.success) return read.data
  const where = read.error.issues[0]?.path.join('.') ?? ''
  throw new ProviderError(
    'answer',
    `${name} answers in a form that this Mintdesk does not know${where === '' ? '' : ` (at ${where})`}: update Mintdesk, or choose another provider.`,
  )
}

async function answerOf(
  name: string,
  url: string,
  headers: Record<string, string>,
  body: unknown,
  signal: AbortSignal,
) {
  const timeout = AbortSignal.timeout(patienceMs)
  try {
    const answer = await request(url, {
      ...(body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(body) }),
      headers: {
        ...{ accept: 'application/json', 'user-agent': 'Mintdesk' },
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      signal: AbortSignal.any([signal, timeout]),
    })
    const pieces: Uint8Array[] = []
    let length = 0
    for await (const piece of answer.body) {
      length += piece.length
      if (length > mostBytes) throw new ProviderError('answer', `${name} answers with more than 16 MiB.`)
      pieces.push(piece)
    }
    return {
      status: answer.statusCode,
      text: Buffer.concat(pieces).toString('utf8'),
      retryAfter: String(answer.headers['retry-after'] ?? ''),
    }
  } catch (error) {
    if (error instanceof ProviderError) throw error
    signal.throwIfAborted()
    const why = timeout.aborted ? `it did not answer within ${patienceMs / 1_000} seconds` : codeOf(error)
    throw new ProviderError(
      'unreachable',
      `${name} cannot be reached (${why}): see that this machine is online, or try again later.`,
    )
  }
}

/** RFC 9110, 10.2.3: seconds, or a date. */
function restOf(text: string, usual: number): number {
  const ms = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, longestRest) : usual
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'the connection failed'
}

function saidIn(text: string): string {
  const json = jsonOf(text)
  return wordsOf(typeof json === 'object' && json !== null ? Reflect.get(json, 'message') : undefined)
}

/** The provider's own words about a refusal, where they are short and hold nothing that looks like a key; else ''. */
export function wordsOf(said: unknown): string {
  if (typeof said !== 'string' || said.length > 150 || /\S{24,}/.test(said)) return ''
  return ` (“${said.replace(/\s+/g, ' ')}”)`
}
