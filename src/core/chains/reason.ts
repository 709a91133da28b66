import { AptosRateLimited, AptosRpcError, AptosUnreachable } from './aptos/rpc/rpc.ts'
import { RateLimited, SolanaRpcError, SolanaRpcUnreachable } from './solana/rpc/rpc.ts'

/** What errors of RPCs say, without what was asked; null for errors that are none. */
export function reasonIn(error: unknown): string | null {
  if (error instanceof SolanaRpcError || error instanceof SolanaRpcUnreachable || error instanceof RateLimited)
    return error.message
  if (error instanceof AptosRpcError || error instanceof AptosUnreachable || error instanceof AptosRateLimited)
    return error.message
  const said: unknown = error instanceof Error && 'shortMessage' in error ? error.shortMessage : null
  return typeof said === 'string' ? said : null
}
