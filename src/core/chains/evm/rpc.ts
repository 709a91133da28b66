import { createPublicClient } from 'viem'
import { exactHttp } from './transport.ts'

/** Calls of one turn go out as one JSON-RPC batch of at most this many, in the order they were made. */
const callsPerBatch = 40
/** Ours: a full block's receipts take some seconds on a slow line. */
const usualTimeoutMs = 30_000

/** A viem client for one RPC address; see `exactHttp`. */
export function rpcClient(url: string, timeoutMs = usualTimeoutMs) {
  return createPublicClient({ transport: exactHttp(url, { timeoutMs, callsPerBatch }), cacheTime: 0 })
}

export type RpcClient = ReturnType<typeof rpcClient>
