import { z } from 'zod'
import { jsonOf } from '../../../lib/json.ts'
import { postJson, usualAnswerBytes } from '../../rpc/answers.ts'
import { exchangeWith, RateLimited, RpcUnreachable, requireUnlimited } from '../../rpc/http-rpc.ts'
import type { RpcCall } from '../../rpc/rpc-family.ts'

/** A node's JSON-RPC error. */
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

/** One node's JSON-RPC. The schema of each call checks its answer. */
export interface SolanaRpc {
  call<Schema extends z.ZodType>(method: string, params: readonly unknown[], schema: Schema): Promise<z.output<Schema>>
  /** Many calls of one method; answers, or errors, are in the order of the calls. */
  many<Schema extends z.ZodType>(
    method: string,
    params: readonly (readonly unknown[])[],
    schema: Schema,
  ): Promise<(z.output<Schema> | Error)[]>
}

const answer = z.object({
  id: z
    .number()
    .nullish()
    .transform((id) => id ?? null),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
})
type Answer = z.infer<typeof answer>

/** Ours: calls in one request body; public nodes take about this many. */
const callsAtOnce = 50
const usualTimeoutMs = 15_000

/**
 * @param url the node's current URL
 * @param onCall called when an exchange has ended
 * @param answerBytes most bytes of one answer
 */
export function solanaRpc(
  url: string,
  timeoutMs = usualTimeoutMs,
  onCall?: (call: RpcCall) => void,
  answerBytes = usualAnswerBytes,
): SolanaRpc {
  const post = async (body: unknown): Promise<unknown> => {
    const response = await exchangeWith(() => postJson(url, JSON.stringify(body), { timeoutMs, most: answerBytes }))
    requireUnlimited(response)
    const json = jsonOf(response.text)
    // A node may send a JSON-RPC error with an HTTP error status.
    if (response.ok ? typeof json === 'object' && json !== null : answer.safeParse(json).data?.error) return json
    throw new RpcUnreachable(response.ok ? 'the answer is not JSON' : response.statusText, response.status)
  }
  const watched = async <Result>(work: () => Promise<Result>, headOf: (result: Result) => number | null) => {
    const start = performance.now()
    try {
      const result = await work()
      onCall?.({ ms: performance.now() - start, head: headOf(result), error: null })
      return result
    } catch (error) {
      onCall?.({ ms: performance.now() - start, head: null, error })
      throw error
    }
  }
  let batches = true
  const together = async (body: readonly { id: number }[]): Promise<Map<number | null, Answer>> => {
    if (batches) {
      const json = await post(body)
      if (Array.isArray(json)) return answersById(json)
      // One error for the whole body: the node wants fewer calls, or takes no batches.
      const { error } = readAnswer(json)
      const refused = error && asError(error)
      if (refused instanceof RateLimited) throw refused
      batches = false
    }
    const answers: unknown[] = []
    for (const one of body) answers.push({ ...Object(await post(one)), id: one.id })
    return answersById(answers)
  }
  const read = <Schema extends z.ZodType>({ error, result }: Answer, schema: Schema): z.output<Schema> => {
    if (error) throw asError(error)
    const parsed = schema.safeParse(result)
    if (parsed.success) return parsed.data
    throw new RpcUnreachable('it answers otherwise than a node of Solana does')
  }
  return {
    call: (method, params, schema) =>
      watched(
        async () => read(readAnswer(await post({ jsonrpc: '2.0', id: 1, method, params })), schema),
        (result) => headIn(method, params, result),
      ),
    async many(method, params, schema) {
      const found: (z.output<typeof schema> | Error)[] = []
      for (let from = 0; from < params.length; from += callsAtOnce) {
        const part = params.slice(from, from + callsAtOnce)
        const body = part.map((one, id) => ({ jsonrpc: '2.0', id, method, params: one }))
        const byId = await watched(
          () => together(body),
          () => null,
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

function answersById(json: readonly unknown[]): Map<number | null, Answer> {
  return new Map(json.map(readAnswer).map((one) => [one.id, one]))
}

function readAnswer(json: unknown): Answer {
  const parsed = answer.safeParse(json)
  if (parsed.success) return parsed.data
  throw new RpcUnreachable('it answers otherwise than JSON-RPC does')
}

/** Providers report rate limits in different ways: by the HTTP status as code, by -32429, or in the message. */
function asError({ code, message, data }: NonNullable<Answer['error']>): Error {
  const limited = code === 429 || code === -32429 || /rate limit|too many requests/i.test(message)
  return limited ? new RateLimited(undefined) : new SolanaRpcError(code, message, data)
}

/** The node's newest confirmed slot, if the call asked for it; else null. */
function headIn(method: string, params: readonly unknown[], result: unknown): number | null {
  const [options] = params
  const confirmed = typeof options === 'object' && options !== null && Reflect.get(options, 'commitment')
  if (method !== 'getEpochInfo' || confirmed !== 'confirmed') return null
  const slot: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, 'absoluteSlot') : null
  return typeof slot === 'number' ? slot : null
}
