import { CoreError } from '../../errors.ts'
import type { Head } from '../family/network.ts'
import type { RpcClient } from './rpc.ts'

/**
 * The last block that will not be taken back, on the node's own chain: its `finalized` block where it serves that tag, else so many
 * confirmations below its head. No node is trusted alone about it: where another one is up, the lower of the two counts.
 * @param other another node that is up; null or absent: there is none
 * @throws CoreError `network.inconsistent` when both call different blocks of one number final
 */
export async function finalHead(
  node: RpcClient,
  confirmations: number,
  other?: () => Promise<RpcClient | null>,
): Promise<Head> {
  const own = await finalOf(node, confirmations)
  const second = await other?.()
  if (!second) return own
  let checked: Head
  try {
    checked = await finalOf(second, confirmations)
  } catch {
    // It was up a moment ago: its failure is noted where it is called, and is not this node's.
    return own
  }
  if (checked.number > own.number) return own
  const same = checked.number === own.number ? own : await blockAt(node, checked.number)
  if (same.hash !== checked.hash)
    throw new CoreError(
      'network.inconsistent',
      `two RPCs call different blocks ${checked.number} final: one of them follows another chain.`,
    )
  return same
}

async function finalOf(node: RpcClient, confirmations: number): Promise<Head> {
  try {
    const block = await node.getBlock({ blockTag: 'finalized' })
    return { number: Number(block.number), hash: block.hash }
  } catch {
    // Whatever it says of that tag: if it is down, the next call says so.
    const head = await node.getBlock({ blockTag: 'latest' })
    return blockAt(node, Math.max(0, Number(head.number) - confirmations + 1))
  }
}

async function blockAt(node: RpcClient, number: number): Promise<Head> {
  const block = await node.getBlock({ blockNumber: BigInt(number) })
  return { number, hash: block.hash }
}
