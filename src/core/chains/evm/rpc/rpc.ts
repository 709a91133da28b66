import { createPublicClient, type Transport } from 'viem'
import { usualAnswerBytes } from '../../rpc/answers.ts'
import type { RpcCall } from '../../rpc/rpc-family.ts'
import { exactHttp } from './transport.ts'

/** Calls of one turn of the event loop are sent as JSON-RPC batches of at most this many, in the order they were made. */
const callsPerBatch = 40
/** Ours: the receipts of a full block take some seconds on a slow connection. */
const usualTimeoutMs = 30_000

/**
 * A viem client for one RPC address; see `exactHttp`.
 * @param onCall called for every call that ended
 * @param answerBytes most bytes of one answer
 */
export function rpcClient(
  url: string,
  timeoutMs = usualTimeoutMs,
  onCall?: (call: RpcCall) => void,
  answerBytes = usualAnswerBytes,
) {
  const inner = exactHttp(url, { timeoutMs, callsPerBatch, answerBytes })
  return createPublicClient({ transport: onCall ? watched(inner, onCall) : inner, cacheTime: 0 })
}

export type RpcClient = ReturnType<typeof rpcClient>

function watched(inner: Transport, onCall: (call: RpcCall) => void): Transport {
  return (config) => {
    const transport = inner(config)
    return {
      ...transport,
      async request(args) {
        const start = performance.now()
        try {
          const answer: never = await transport.request(args)
          onCall({ ms: performance.now() - start, head: headIn(args, answer), error: null })
          return answer
        } catch (error) {
          onCall({ ms: performance.now() - start, head: null, error })
          throw error
        }
      },
    }
  }
}

function headIn({ method, params }: { method: string; params?: unknown }, answer: unknown): number | null {
  if (method === 'eth_blockNumber') return Number(answer)
  if (method !== 'eth_getBlockByNumber' || !Array.isArray(params) || params[0] !== 'latest') return null
  return typeof answer === 'object' && answer !== null && 'number' in answer ? Number(answer.number) : null
}
