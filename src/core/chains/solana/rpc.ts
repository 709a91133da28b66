import { z } from 'zod'

/** An answer of a node that is an error. */
export class SolanaRpcError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.name = 'SolanaRpcError'
    this.code = code
    this.data = data
  }
}

/** A node that asks for fewer calls. */
export class RateLimited extends Error {
  readonly retryAfterMs: number | undefined
  constructor(retryAfterMs: number | undefined) {
    super('the RPC asks for fewer calls')
    this.name = 'RateLimited'
    this.retryAfterMs = retryAfterMs
  }
}

/** One node's JSON-RPC. Answers are checked by the schema that is given with the call. */
export interface SolanaRpc {
  call<Schema extends z.ZodType>(method: string, params: readonly unknown[], schema: Schema): Promise<z.output<Schema>>
  /** Many calls of one method, in their order; an answer may be an error. */
  many<Schema extends z.ZodType>(
    method: string,
    params: readonly (readonly unknown[])[],
    schema: Schema,
  ): Promise<(z.output<Schema> | Error)[]>
}

const answer = z.object({
  id: z.number().nullable(),
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown() }).optional(),
})
type Answer = z.infer<typeof answer>

/** Ours: calls in one body; public nodes take about so many. */
const callsAtOnce = 50
const usualTimeoutMs = 15_000

/** @param url where the node answers, as it is now */
export function solanaRpc(url: string, timeoutMs = usualTimeoutMs): SolanaRpc {
  const post = async (body: unknown): Promise<unknown> => {
    const response = await twice(() =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      }),
    )
    if (response.status === 429) {
      const seconds = Number(response.headers.get('retry-after'))
      throw new RateLimited(seconds > 0 ? seconds * 1000 : undefined)
    }
    return response.json()
  }
  const read = <Schema extends z.ZodType>({ error, result }: Answer, schema: Schema): z.output<Schema> => {
    if (error) throw new SolanaRpcError(error.code, error.message, error.data)
    return schema.parse(result)
  }
  return {
    async call(method, params, schema) {
      return read(answer.parse(await post({ jsonrpc: '2.0', id: 1, method, params })), schema)
    },
    async many(method, params, schema) {
      const found: (z.output<typeof schema> | Error)[] = []
      for (let from = 0; from < params.length; from += callsAtOnce) {
        const part = params.slice(from, from + callsAtOnce)
        const body = part.map((one, id) => ({ jsonrpc: '2.0', id, method, params: one }))
        const byId = new Map(
          z
            .array(answer)
            .parse(await post(body))
            .map((one) => [one.id, one]),
        )
        for (const id of part.keys()) {
          const own = byId.get(id)
          try {
            if (own === undefined) throw new Error('the node left out an answer')
            found.push(read(own, schema))
          } catch (error) {
            found.push(error instanceof Error ? error : new Error(String(error)))
          }
        }
      }
      return found
    },
  }
}

/** A kept connection may have been closed by the other side just now; the same bytes sent twice are the same transaction. */
async function twice(call: () => Promise<Response>): Promise<Response> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return call()
  }
}
