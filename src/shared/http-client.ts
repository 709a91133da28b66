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
  /** Sent as it is, as `application/octet-stream`. */
  bytes?: Blob
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

export interface Client {
  /** The raw answer; throws `CallError` for every status of 400 and above, and where the core does not answer. */
  send(path: string, call?: Call): Promise<Response>
  /** The answer's JSON, parsed. */
  get<Schema extends z.ZodType>(schema: Schema, path: string, call?: Call): Promise<z.output<Schema>>
  /** A connection was lost: the next call makes sure who is there before it sends anything. */
  doubt(): void
}

/** What sends calls: all that a list of calls needs. */
export type Caller = Pick<Client, 'get' | 'send'>

export interface ClientOptions {
  /** What paths are put after: `http://127.0.0.1:3000`, or nothing in the window. */
  base: string
  /** The token of this run of the core: asked for each call, after the greeting. */
  token: () => string
  /** An API key, which is sent in the token's place: the calls do what the key may. */
  apiKey?: string | undefined
  /** Makes sure that it is the core that listens, before anything is sent. None where nobody else can be there. */
  greeter?: Greeter | undefined
  /** The id of the project that is meant; the first when absent. */
  project?: string | undefined
  /** Called when the core does not know the token (any more). */
  onRefused?: () => void
  /** The cure that a person is told when an answer is not of the form that is known here. */
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
