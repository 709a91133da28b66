import { createPublicClient, http } from 'viem'

/** Calls of one turn go out as one JSON-RPC batch of at most this many, in the order they were made. */
const callsPerBatch = 40

/**
 * A viem client for one RPC address. Nothing is repeated here: whether a call may be repeated is the journal's to decide. A full
 * block's receipts are larger than the 10 MiB that viem takes by default.
 */
export function rpcClient(url: string) {
  return createPublicClient({
    transport: http(url, {
      retryCount: 0,
      timeout: 30_000,
      maxResponseBodySize: false,
      batch: { batchSize: callsPerBatch, wait: 0 },
    }),
    cacheTime: 0,
  })
}

export type RpcClient = ReturnType<typeof rpcClient>
