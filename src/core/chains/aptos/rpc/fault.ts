import { RateLimited } from '../../rpc/http-rpc.ts'
import type { CallFault } from '../../rpc/rpc-family.ts'
import { AptosRpcError } from './rpc.ts'

/** aptos-core, api/types/src/error.rs: the node is unhealthy; it does not keep or serve this (`lacking`); there is no such thing (`absent`). */
const unwell: readonly string[] = ['internal_error', 'health_check_failed', 'node_not_bootstrapped']
const lacking: readonly string[] = [
  ...['version_pruned', 'version_not_found', 'block_pruned', 'block_not_found'],
  ...['api_disabled', 'bcs_not_supported'],
]
const absent: readonly string[] = ['account_not_found', 'resource_not_found', 'transaction_not_found']

/** What a failed call says about the RPC. */
export function aptosFault(error: unknown): CallFault {
  if (error instanceof RateLimited) {
    const { retryAfterMs } = error
    return { kind: 'limited', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  }
  if (!(error instanceof AptosRpcError) || unwell.includes(error.code)) return { kind: 'fault' }
  if (error.code === 'mempool_is_full') return { kind: 'limited' }
  // With status 404: the node does not know the path.
  if (error.code === 'web_framework_error') return { kind: error.status === 404 ? 'unsupported' : 'fault' }
  return { kind: lacking.includes(error.code) ? 'unsupported' : 'answer' }
}

/** Whether a node reports that something does not exist, rather than that the node lags or has pruned it. */
export function isAbsent(error: unknown): error is AptosRpcError {
  return error instanceof AptosRpcError && absent.includes(error.code)
}

/** Whether a node reports that it has not reached the requested version yet. */
export function isBehind(error: unknown): boolean {
  return error instanceof AptosRpcError && error.code === 'version_not_found'
}
