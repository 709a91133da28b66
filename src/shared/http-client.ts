/** HTTP to the core: the bearer token, the one error body, and a zod schema for every answer. */
import type { z } from 'zod'
import { apiError } from './app-api.ts'
import { CallError } from './call-error.ts'
import { type Greeter, unreachable } from './greeting.ts'

export { CallError } from './call-error.ts'

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  json?: unknown
  /** Sent unchanged, as `application/octet-stream`. */
  bytes?: Blob
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

export interface Client {
  /** The raw answer; throws `CallError` for every status of 400 and above, and if the core does not answer. */
  send(path: string, call?: Call): Promise<Response>
  /** The answer's JSON, parsed. */
  get<Schema extends z.ZodType>(schema: Schema, path: string, call?: Call): Promise<z.output<Schema>>
  /** A connection was lost: the next call verifies the core before it sends anything. */
  doubt(): void
}

/** The part of a client that the files in app-client/ need. */
export type Caller = Pick<Client, 'get' | 'send'>

export interface ClientOptions {
  /** The prefix of paths: `http://127.0.0.1:3000`, or '' in the window. */
  base: string
  /** Returns the token of this run of the core; called for each request, after the greeting. */
  token: () => string
  /** An API key, sent instead of the token; it limits what the calls may do. */
  apiKey?: string | undefined
  /** Verifies before each call that the core listens. Absent where no other program can listen there. */
  greeter?: Greeter | undefined
  /** The id of the project; default: the first. */
  project?: string | undefined
  /** Called when the core does not know the token (any more). */
  onRefused?: () => void
  /** The remedy that the person reads if an answer does not match its schema. */
  mismatch: string
}

/** A client for one session. */
export function createHttpClient(options: ClientOptions): Client {
  const { base, token, apiKey, greeter, project, onRefused, mismatch } = options
  const send = async (path: string, call: Call = {}): Promise<Response> => {
    const headers: Record<string, string> = {
      ...(project === undefined ? {} : { 'x-mintdesk-project': project }),
      ...call.headers,
    }
    let body: BodyInit | null = null
    if (call.json !== undefined) {
      headers['content-type'] = 'application/json'
      body = JSON.stringify(call.json)
    } else if (call.bytes) {
      headers['content-type'] = 'application/octet-stream'
      body = call.bytes
    }
    let answer: Response
    await greeter?.sure().catch((error: unknown) => {
      if (error instanceof CallError && error.code.startsWith('session.')) onRefused?.()
      throw error
    })
    try {
      answer = await fetch(`${base}${path}`, {
        method: call.method ?? 'GET',
        headers: {
          ...headers,
          ...(apiKey === undefined ? { authorization: `Bearer ${token()}` } : { 'x-api-key': apiKey }),
        },
        body,
        signal: call.signal ?? null,
      })
    } catch (error) {
      if (call.signal?.aborted) throw error
      greeter?.doubt()
      throw unreachable()
    }
    if (answer.ok) return answer
    const failure = await failureOf(answer)
    if (failure.code.startsWith('session.')) onRefused?.()
    throw failure
  }
  return {
    send,
    doubt: () => greeter?.doubt(),
    async get(schema, path, call) {
      const answer = await send(path, call)
      const parsed = schema.safeParse(await answer.json())
      if (parsed.success) return parsed.data
      throw new CallError(
        answer.status,
        'core.shape',
        mismatch,
        parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
      )
    },
  }
}

async function failureOf(answer: Response): Promise<CallError> {
  const body = apiError.safeParse(await answer.json().catch(() => null))
  if (body.success) return new CallError(answer.status, body.data.code, body.data.message, body.data.details)
  return new CallError(answer.status, 'core.answer', `The core answered ${answer.status} without saying why.`)
}
