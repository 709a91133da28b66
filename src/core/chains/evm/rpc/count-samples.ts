import type { Address } from 'viem'
import { callFault } from './fault.ts'
import type { RpcClient } from './rpc.ts'

/** Reads the transaction count of an account at a block. */
export interface CountSamples {
  /**
   * The count at a block whose state the node may have pruned (most keep 128 blocks; a final block of a rollup is older). It is then the newest
   * sample at or below that block whose block is still on the chain: never too high. 0 without a sample.
   */
  at(node: RpcClient, address: Address, block: number): Promise<number>
}

interface Sample {
  block: number
  hash: string
  count: number
}

/** Ours: samples kept of an account, and blocks between two samples, well within the state that nodes keep. */
const kept = 200
const every = 20

export function countSamples(): CountSamples {
  // By node: one node's count must not stand in for another's, because nodes are asked to check each other.
  const byNode = new WeakMap<RpcClient, Map<Address, Sample[]>>()

  async function take(node: RpcClient, address: Address, samples: Sample[]): Promise<void> {
    const head = await node.getBlock({ blockTag: 'latest' })
    const block = Number(head.number)
    const last = samples.at(-1)
    if (last && block - last.block < every && block >= last.block) return
    const count = await node.getTransactionCount({ address, blockNumber: head.number })
    samples.push({ block, hash: head.hash, count })
    if (samples.length > kept) samples.shift()
  }

  async function seen(node: RpcClient, samples: readonly Sample[], block: number): Promise<number> {
    for (const sample of samples.filter((one) => one.block <= block).reverse()) {
      const there = await node.getBlock({ blockNumber: BigInt(sample.block) })
      if (there.hash === sample.hash) return sample.count
    }
    return 0
  }

  return {
    async at(node, address, block) {
      try {
        return await node.getTransactionCount({ address, blockNumber: BigInt(block) })
      } catch (error) {
        if (callFault(error).kind !== 'unsupported') throw error
        const byAddress = byNode.get(node) ?? new Map<Address, Sample[]>()
        byNode.set(node, byAddress)
        const samples = byAddress.get(address) ?? []
        byAddress.set(address, samples)
        await take(node, address, samples)
        return seen(node, samples, block)
      }
    },
  }
}
