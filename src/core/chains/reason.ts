import { AptosRpcError } from './aptos/rpc/rpc.ts'
import { RateLimited, RpcUnreachable } from './rpc/http-rpc.ts'
import { SolanaRpcError } from './solana/rpc/rpc.ts'

const ours = [SolanaRpcError, AptosRpcError, RpcUnreachable, RateLimited]

/** The message of an RPC's error, without the request; null for any other error. */
export function reasonIn(error: unknown): string | null {
  if (error instanceof Error && ours.some((kind) => error instanceof kind)) return error.message
  const said: unknown = error instanceof Error && 'shortMessage' in error ? error.shortMessage : null
  return typeof said === 'string' ? said : null
}
