import { RateLimited } from '../../rpc/http-rpc.ts'
import type { CallFault } from '../../rpc/rpc-family.ts'
import { SolanaRpcError } from './rpc.ts'

/** rpc-client-api, custom_error.rs: a node that lags, is unhealthy, or waits for a slot; and JSON-RPC's internal error. */
const unwell: readonly number[] = [-32004, -32005, -32014, -32016, -32603]
/** Unknown method; a slot that was skipped, was pruned, or is not in the node's history. */
const lacking: readonly number[] = [-32601, -32001, -32007, -32009, -32011]

/** What a failed call says about the RPC. */
export function solanaFault(error: unknown): CallFault {
  if (error instanceof RateLimited) {
    const { retryAfterMs } = error
    return { kind: 'limited', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  }
  if (!(error instanceof SolanaRpcError) || unwell.includes(error.code)) return { kind: 'fault' }
  return { kind: lacking.includes(error.code) ? 'unsupported' : 'answer' }
}
