import { privateKeyToAccount } from 'viem/accounts'
import { vi } from 'vitest'
import { evmClient } from '../../../src/core/chains/evm/client.ts'
import { rpcClient } from '../../../src/core/chains/evm/rpc/rpc.ts'
import type { ChainCall } from '../../../src/core/chains/family/call.ts'
import type { CollectionFacts } from '../../../src/core/chains/family/collections.ts'
import type { ChainClient } from '../../../src/core/chains/family/family.ts'
import type { Receipt } from '../../../src/core/chains/family/transactions.ts'
import type { Chain } from '../../contracts/support/chain.ts'

/** Anvil's own first account. */
export const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const gasLimits = { weightPerTransaction: 16_777_216n, weightInFlight: 60_000_000n, transactionsInFlight: 16 }

/** The app's client for a test chain, and contracts that it deploys there. */
export interface ContractsOn {
  client: ChainClient
  /** Signs in the order given, and sends all at once; their receipts. */
  included(...calls: ChainCall[]): Promise<Receipt[]>
  /** Deploys a collection; its address. */
  deployed(facts: CollectionFacts): Promise<string>
}

export function contractsOn(chain: Chain): ContractsOn {
  const node = rpcClient(chain.url)
  const client = evmClient({
    ...{ chain: 'polygon', chainId: 31_337, network: 'practice:polygon', confirmations: 1, dataFee: undefined },
    limits: { ...gasLimits, mintsPerBatch: 500, unsortedPerCollection: 100_000 },
    fees: { baseFee: true, minimumTip: 0n },
    rpc: async () => node,
    account: () => account,
    busy: () => () => {},
  })
  async function included(...calls: ChainCall[]): Promise<Receipt[]> {
    const { expected } = await client.fees()
    const first = await client.sequence(account.address)
    const signed = await Promise.all(calls.map((call, place) => client.sign(call, 0, first + place, expected)))
    await chain.inOneBlock(() => client.send(signed.map(({ raw }) => raw)))
    return vi.waitFor(
      async () => {
        const there = await client.receipts(signed.map(({ hash }) => hash))
        return signed.map(({ hash }) => {
          const receipt = there.get(hash)
          if (!receipt) throw new Error('it was not included')
          return receipt
        })
      },
      { timeout: 60_000 },
    )
  }
  return {
    client,
    included,
    async deployed(facts) {
      for (
        let calls = await client.deploymentCalls(facts);
        calls.length > 0;
        calls = await client.deploymentCalls(facts)
      )
        await included(...calls)
      return client.contractAddress(facts)
    },
  }
}
