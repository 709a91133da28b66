import { type Address, getAddress } from 'viem'
import type { RpcClient } from '../rpc/rpc.ts'

/**
 * The transaction with which an account used a sequence, at or before `block`: its block is found by the account's transaction count.
 * Null where it was not used by then, or the node has pruned states that the search needs.
 */
export async function usedBy(
  rpc: RpcClient,
  account: Address,
  sequence: number,
  block: number,
): Promise<{ hash: string; block: number } | null> {
  const past = async (number: number): Promise<boolean> =>
    (await rpc.getTransactionCount({ address: account, blockNumber: BigInt(number) })) > sequence
  try {
    if (!(await past(block))) return null
    // Usually it was used recently: search back from `block` in steps that double.
    let [used, unused] = [block, -1]
    for (let step = 1; used > 0; step *= 2) {
      const probe = Math.max(used - step, 0)
      if (!(await past(probe))) {
        unused = probe
        break
      }
      used = probe
    }
    while (used - unused > 1) {
      const middle = (used + unused) >> 1
      if (await past(middle)) used = middle
      else unused = middle
    }
    const { transactions } = await rpc.getBlock({ blockNumber: BigInt(used), includeTransactions: true })
    const found = transactions.find(({ from, nonce }) => getAddress(from) === account && nonce === sequence)
    return found ? { hash: found.hash, block: used } : null
  } catch {
    return null
  }
}
