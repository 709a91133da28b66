import { STATUS_CODES } from 'node:http'
import { request } from 'undici'
import { type CustomTransport, custom, HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { z } from 'zod'
import { jsonOf } from '../../../lib/json.ts'
import { boundedText, isRedirect, refuseRedirect } from '../../rpc/answers.ts'

export interface TransportOptions {
  /** Timeout of one HTTP exchange with its whole answer, ms. */
  timeoutMs: number
  /** Most calls in one JSON-RPC batch. */
  callsPerBatch: number
  /** Most bytes of one answer. */
  answerBytes: number
}

const response = z.looseObject({
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  result: z.unknown().optional(),
  error: z
    .looseObject({ code: z.number().catch(-32603), message: z.string().catch(''), data: z.unknown().optional() })
    .nullish(),
})
type Answer = z.infer<typeof response>

interface Call {
  id: number
  method: string
  params: unknown
}

interface Waiting extends Call {
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * JSON-RPC over HTTP for viem: calls of one turn of the event loop are sent as one batch, in the order they were made. Each call gets
 * exactly the answer with its id, whatever the order and number of the answers, and even if some repeat; a call without an answer gets
 * an error. A node that refuses batches gets the calls one by one from then on. Nothing is repeated here: the journal decides whether a
 * call may be repeated.
 *
 * Rejects with viem's `RpcRequestError` (the node's own error), `HttpRequestError` or `TimeoutError`; they name only the origin of the
 * node, because paths contain keys of RPC providers.
 */
export function exactHttp(url: string, options: TransportOptions): CustomTransport {
  const origin = originOf(url)
  let waiting: Waiting[] = []
  let lastId = 0
  let batches = true

  function flush(): void {
    const calls = waiting
    waiting = []
    for (let from = 0; from < calls.length; from += options.callsPerBatch)
      void dispatch(calls.slice(from, from + options.callsPerBatch))
  }

  async function dispatch(calls: readonly Waiting[]): Promise<void> {
    const [only] = calls
    try {
      if (only && calls.length === 1) return end(only, await post(only))
      if (!batches) return await oneByOne(calls)
      const answer = await post(calls)
      if (!Array.isArray(answer)) {
        batches = !refusesBatches(answer)
        if (!batches) return await oneByOne(calls)
        for (const call of calls) end(call, { ...Object(answer), id: call.id })
        return
      }
      const answers = new Map<unknown, unknown>()
      for (const one of answer) {
        const id: unknown = Reflect.get(Object(one), 'id')
        if (!answers.has(id)) answers.set(id, one)
      }
      for (const call of calls) end(call, answers.get(call.id))
    } catch (error) {
      for (const call of calls) call.reject(error)
    }
  }

  /** Transactions are sent in order; all other calls run in parallel. */
  async function oneByOne(calls: readonly Waiting[]): Promise<void> {
    const each = async (call: Waiting): Promise<void> => {
      try {
        end(call, await post(call))
      } catch (error) {
        call.reject(error)
      }
    }
    const reads = calls.filter(({ method }) => method !== 'eth_sendRawTransaction').map(each)
    for (const call of calls) if (call.method === 'eth_sendRawTransaction') await each(call)
    await Promise.all(reads)
  }

  function end(call: Waiting, given: unknown): void {
    const read = response.safeParse(given)
    const id = read.data?.id ?? call.id
    const { error, result }: Answer = read.success && id === call.id ? read.data : {}
    const said = error ?? { code: -32603, message: 'The node gave no answer to this call.' }
    if (result !== undefined && !error) call.resolve(result)
    else call.reject(new RpcRequestError({ body: { method: call.method }, url: origin, error: said }))
  }

  async function post(calls: Call | readonly Call[]): Promise<unknown> {
    const asked = (call: Call) => ({ jsonrpc: '2.0', id: call.id, method: call.method, params: call.params })
    const body = 'id' in calls ? asked(calls) : calls.map(asked)
    const about = { method: 'id' in calls ? calls.method : `${calls.length} calls` }
    try {
      const {
        statusCode,
        headers,
        body: answer,
      } = await request(url, {
        // `fetch` takes four times as long over the same connection. Compressed answers are neither requested nor decompressed.
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(options.timeoutMs),
      })
      const header = (name: string) => headers[name]?.toString() ?? null
      // The body of a redirect may be endless, so it is discarded.
      if (isRedirect(statusCode)) void answer.dump({ limit: 0 }).catch(() => undefined)
      refuseRedirect(statusCode, header('location'))
      const json = jsonOf(await boundedText(answer, options.answerBytes, header('content-length')))
      const ok = statusCode >= 200 && statusCode < 300
      // A node may send a JSON-RPC error together with an HTTP error status.
      if (json === undefined || (!ok && (statusCode === 429 || !isAnswer(json))))
        throw new HttpRequestError({
          body: about,
          details: ok ? 'The answer is not JSON.' : `${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trimEnd(),
          headers: new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])),
          status: statusCode,
          url: origin,
        })
      return json
    } catch (error) {
      if (error instanceof HttpRequestError) throw error
      if (error instanceof Error && error.name === 'TimeoutError') throw new TimeoutError({ body: about, url: origin })
      const cause = error instanceof Error ? (error.cause instanceof Error ? error.cause : error) : undefined
      throw new HttpRequestError({
        body: about,
        details: cause?.message ?? 'The connection failed.',
        url: origin,
      })
    }
  }

  return custom(
    {
      request({ method, params }: { method: string; params?: unknown }) {
        return new Promise((resolve, reject) => {
          if (waiting.length === 0) setTimeout(flush, 0)
          lastId += 1
          waiting.push({ id: lastId, method, params: params ?? [], resolve, reject })
        })
      },
    },
    { retryCount: 0 },
  )
}

/** Whether one error for a whole batch is about batches as such, by its code (invalid request, no such method, parse error) or message. */
function refusesBatches(answer: unknown): boolean {
  const { data } = response.safeParse(answer)
  return (
    data?.error != null && ([-32600, -32601, -32700].includes(data.error.code) || /batch/i.test(data.error.message))
  )
}

function isAnswer(json: unknown): boolean {
  return Array.isArray(json) || (typeof json === 'object' && json !== null && 'error' in json)
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'the RPC'
}
