import { z } from 'zod'
import { jsonOf } from '../lib/json.ts'
import { ExplorerError } from './explorer-error.ts'

/** Ours: answers about one contract are some kB. */
const mostBytes = 1024 * 1024
/** Ours: uploads have 350 kB. */
const patienceMs = 30_000

export interface ExplorerQuestion {
  /** The service's name, for sentences. */
  name: string
  /** May hold a key: never show or log it. */
  url: string
  /** JSON or form fields for a POST; absent: a GET. */
  body?: { json: string } | { form: URLSearchParams }
  signal: AbortSignal
}

export interface ExplorerAnswer {
  status: number
  /** Undefined: the answer is not JSON. */
  json: unknown
}

/** Asks a verification service and returns its answer, whatever the status; follows no redirect. @throws ExplorerError `unreachable`, `answer` */
export async function askExplorer({ name, url, body, signal }: ExplorerQuestion): Promise<ExplorerAnswer> {
  // Loaded at the first request, so that a core starts without it.
  const { request } = await import('undici')
  const timeout = AbortSignal.timeout(patienceMs)
  try {
    const answer = await request(url, {
      ...postOf(body),
      signal: AbortSignal.any([signal, timeout]),
    })
    const pieces: Uint8Array[] = []
    let length = 0
    for await (const piece of answer.body) {
      length += piece.length
      if (length > mostBytes)
        throw new ExplorerError('answer', `${name} answers with more than 1 MiB: try again later.`)
      pieces.push(piece)
    }
    return { status: answer.statusCode, json: jsonOf(Buffer.concat(pieces).toString('utf8')) }
  } catch (error) {
    if (error instanceof ExplorerError) throw error
    signal.throwIfAborted()
    const why = timeout.aborted ? `no answer within ${patienceMs / 1_000} seconds` : codeOf(error)
    throw new ExplorerError(
      'unreachable',
      `${name} cannot be reached (${why}): see that this machine is online, or try again later.`,
    )
  }
}

/** Checks an answer against its schema. @throws ExplorerError `answer` */
export function readAnswer<Schema extends z.ZodType>(name: string, schema: Schema, json: unknown): z.output<Schema> {
  const read = schema.safeParse(json)
  if (read.success) return read.data
  throw new ExplorerError(
    'answer',
    `${name} answers in a form that this version of Mintdesk does not know: update Mintdesk, or verify on its own pages.`,
  )
}

/** A service's own sentence, where it is short enough to be shown; else ''. */
export function saidBy(said: unknown): string {
  const text = z.string().safeParse(said).data?.replace(/\s+/g, ' ').trim() ?? ''
  return text === '' || text.length > 300 ? '' : ` (“${text}”)`
}

function postOf(body: ExplorerQuestion['body']) {
  const headers = { accept: 'application/json', 'user-agent': 'Mintdesk' }
  if (body === undefined) return { headers }
  const [type, text] =
    'json' in body
      ? ['application/json', body.json]
      : ['application/x-www-form-urlencoded; charset=utf-8', body.form.toString()]
  return { method: 'POST' as const, headers: { ...headers, 'content-type': type }, body: text }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'the connection failed'
}
