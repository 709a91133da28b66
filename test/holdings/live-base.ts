import { privateKeyToAccount } from 'viem/accounts'
import { evmClient } from '../../src/core/chains/evm/client.ts'
import { rpcClient } from '../../src/core/chains/evm/rpc/rpc.ts'
import type { ChainClient } from '../../src/core/chains/family/family.ts'

/** Base as a live network has it, behind one RPC. */
export function liveBase(url: string, chainId: number): ChainClient {
  return evmClient({
    chain: 'base',
    chainId,
    network: 'live:base',
    confirmations: 5,
    limits: {
      weightPerTransaction: 1n,
      weightInFlight: 1n,
      transactionsInFlight: 1,
      mintsPerBatch: 1,
      unsortedPerCollection: 1,
    },
    fees: { baseFee: true, minimumTip: 0n },
    dataFee: undefined,
    rpc: async () => rpcClient(url),
    account: () => privateKeyToAccount(`0x${'1'.repeat(64)}`),
    busy: () => () => {},
  })
}
