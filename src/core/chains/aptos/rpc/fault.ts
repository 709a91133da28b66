import { RateLimited } from '../../rpc/http-rpc.ts'
import type { CallFault } from '../../rpc/rpc-family.ts'
import { AptosRpcError } from './rpc.ts'

/** aptos-core, api/types/src/error.rs: what says that the node is not well, and what it does not keep or serve. */
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
  // Of a path that it does not know.
  if (error.code === 'web_framework_error') return { kind: error.status === 404 ? 'unsupported' : 'fault' }
  return { kind: lacking.includes(error.code) ? 'unsupported' : 'answer' }
}

/** Whether a node says that there is no such thing; not that it has not got so far, or has forgotten. */
export function isAbsent(error: unknown): error is AptosRpcError {
  return error instanceof AptosRpcError && absent.includes(error.code)
}

/** Whether a node says that it has not got as far as what was asked. */
export function isBehind(error: unknown): boolean {
  return error instanceof AptosRpcError && error.code === 'version_not_found'
}
