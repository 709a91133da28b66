import { BaseError, MethodNotFoundRpcError, MethodNotSupportedRpcError, RpcRequestError } from 'viem'
import type { CallFault } from '../../rpc/rpc-family.ts'
import { limitOf, sendAnswer, wordsOf } from './send-answer.ts'

/**
 * Messages of geth, Erigon, Nethermind, Besu, Reth, anvil and their providers for state and blocks that they do not have (yet, or any more) or
 * sell separately: PublicNode's "Archive requests require a personal token" (github.com/AntSeed/antseed/pull/810, 2026-08-10).
 */
const lacking =
  /header not found|block not found|unknown block|missing trie node|state .*(not available|unavailable|missing)|historical state|pruned|resource not found|no state found|block ?out ?of ?range|archive (node|request|data|state|access|call)|requires? (an )?archive/
const ownFault =
  /revert|invalid opcode|out ?of ?gas|evm error|stack (under|over)flow|invalid jump|gas required exceeds|invalid (argument|param|request)|missing value|filter|range|too many results|response size/
const noMethod =
  /method .*(not found|not supported|not available|not allowed|does not exist|not whitelisted)|unsupported method/

/** Classifies an error by its message; the code counts only for a missing method. */
export function callFault(error: unknown): CallFault {
  if (!(error instanceof BaseError) || !error.walk((cause) => cause instanceof RpcRequestError)) {
    const limit = limitOf(error)
    return limit ? { kind: 'limited', ...limit } : { kind: 'fault' }
  }
  const text = wordsOf(error).toLowerCase()
  if (/revert/.test(text)) return { kind: 'answer' }
  const limit = limitOf(error)
  if (limit) return { kind: 'limited', ...limit }
  const missing = error.walk(
    (cause) => cause instanceof MethodNotFoundRpcError || cause instanceof MethodNotSupportedRpcError,
  )
  if (missing || noMethod.test(text) || lacking.test(text)) return { kind: 'unsupported' }
  return ownFault.test(text) || sendAnswer(error).kind !== 'unclear' ? { kind: 'answer' } : { kind: 'fault' }
}
