import { createPublicClient, custom } from 'viem'
import { openRpcPool, type RpcPool, type RpcPoolOptions } from '../../rpc/pool.ts'
import { callFault } from './fault.ts'
import { type ExpectedChain, wrongChain } from './identity.ts'
import { type RpcClient, rpcClient } from './rpc.ts'

/** The RPCs of an EVM network. */
export interface EvmRpcPool extends Omit<RpcPool<RpcClient>, 'ask'> {
  /** Sends every call to the best RPC, and to the next one where that fails. Not for reads that must be consistent with each other. */
  readonly client: RpcClient
}

/** @param options `expected`: the chain that each RPC must serve; `answerBytes`: most bytes of one answer */
export function openEvmRpcPool({
  expected,
  answerBytes,
  ...options
}: Omit<RpcPoolOptions<RpcClient>, 'family' | 'label'> & {
  expected: ExpectedChain
  answerBytes?: number | undefined
}): EvmRpcPool {
  const { ask, ...pool } = openRpcPool({
    ...options,
    label: expected.label,
    family: {
      open: (url, timeoutMs, onCall) => rpcClient(url, timeoutMs, onCall, answerBytes),
      wrong: (rpc: RpcClient) => wrongChain(rpc, expected),
      head: (rpc) => rpc.getBlockNumber(),
      fault: callFault,
    },
  })
  const request = (args: { method: string; params?: unknown }): Promise<unknown> =>
    ask((rpc) => rpc.request(args as Parameters<typeof rpc.request>[0]))
  return {
    ...pool,
    client: createPublicClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 }) as RpcClient,
  }
}
