import { z } from 'zod'
import { failed, RpcFault } from '../json-rpc/rpc-fault.ts'

/** A method: takes the parameters as they came, returns its result. @throws RpcFault */
export type Method = (params: readonly unknown[]) => unknown

const call = z.object({ id: z.unknown().optional(), method: z.string(), params: z.array(z.unknown()).optional() })

/**
 * Answers a body: one call, or several in a batch.
 * @throws SqliteError when the record could not be written. Changes of the machine that the record lacks would be another chain, so the process
 *   must end and start again from the record.
 */
export function answerCalls(methods: ReadonlyMap<string, Method>, text: string): unknown {
  const answer = (body: unknown): unknown => {
    const parsed = call.safeParse(body)
    if (!parsed.success) return failed(null, new RpcFault(-32600, 'Invalid request'))
    const { id = null, method, params = [] } = parsed.data
    const run = methods.get(method)
    if (run === undefined) return failed(id, new RpcFault(-32601, 'Method not found'))
    try {
      return { jsonrpc: '2.0', id, result: run(params) }
    } catch (error) {
      if (error instanceof Error && error.name === 'SqliteError') throw error
      return failed(id, error)
    }
  }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return failed(null, new RpcFault(-32700, 'Parse error'))
  }
  return Array.isArray(body) ? body.map(answer) : answer(body)
}
