import type { ChainClient, Chains } from '../../../src/core/chains/family/family.ts'
import type { ListedToken } from '../../../src/core/chains/family/token-list.ts'
import { type SimulatedChain, tokenAddress } from './chain.ts'
import { simulatedChains, smallLimits } from './client.ts'

/**
 * The same chain as a family meets it whose collections know no jobs and refuse no second minting, and only count (Aptos): sequences alone
 * keep one of our transactions from being included twice, and the count says when the journal lacks something.
 * @param history whether the node keeps old transactions
 */
export function countedChains(chain: SimulatedChain, history: () => 'kept' | 'forgotten' = () => 'kept'): Chains {
  const simulated = simulatedChains(chain)
  const client = async (): Promise<ChainClient> => {
    const { fence: _fence, blocks: _blocks, ...plain } = await simulated.client('practice', 'polygon')
    const ask = async <T>(answer: () => T): Promise<T> => {
      // The count of the account is asked for in its place: it fails when the network does.
      await plain.sequence('')
      return answer()
    }
    const listed = (collection: string): ListedToken[] => {
      const found = chain.contract(collection)
      return (found?.owners ?? []).map((recipient, place) => ({
        ...{ tokenId: place + 1, address: tokenAddress(place + 1), recipient },
        ...{ name: found?.names[place] ?? '', uri: found?.uris[place] ?? '', txHash: found?.mintedBy[place] ?? '' },
      }))
    }
    const counted: ChainClient = {
      ...plain,
      family: { ...plain.family, tokenIds: false, anyAddress: true },
      observe: (read) => read(counted),
      job: async () => 0,
      counters: async () => ({ minted: 0, batches: 0, purchased: 0, saleLeft: 0 }),
      usedBy: (address, sequence) => ask(() => chain.usedBy(address, sequence)),
      ownTokens: {
        fit: (_facts, tokens) => Math.min(tokens.length, smallLimits.mintsPerBatch),
        usualRecipient: String,
        ownerOf: async () => null,
      },
      tokenList: {
        minted: (collection) => ask(() => listed(collection).length),
        tokensOf: (collection) => ask(() => (history() === 'kept' ? listed(collection) : [])),
        tokensIn: (collection, hashes) =>
          ask(() => (history() === 'kept' ? listed(collection).filter(({ txHash }) => hashes.includes(txHash)) : [])),
      },
    }
    return counted
  }
  return { ...simulated, client, reader: client }
}
