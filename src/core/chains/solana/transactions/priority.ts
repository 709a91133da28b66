import { RpcUnreachable } from '../../rpc/http-rpc.ts'
import { priorityFees } from '../rpc/answers.ts'
import { solanaFault } from '../rpc/fault.ts'
import type { SolanaRpc } from '../rpc/rpc.ts'

/** Ours: most that is paid for a compute unit, in micro-lamports: 0.0003 SOL for a transaction of 300,000 units. */
const ceiling = 1_000_000n
/** Ours: the price that was enough in three quarters of the recent blocks. */
const share = 0.75

/** The price to pay for a compute unit, in micro-lamports: from the fees of recent blocks, up to the ceiling. */
export async function priorityPrice(rpc: SolanaRpc): Promise<bigint> {
  const recent = (await recentFees(rpc)).map((one) => one.prioritizationFee)
  const sorted = recent.sort((a, b) => a - b)
  const usual = BigInt(Math.ceil(sorted[Math.floor((sorted.length - 1) * share)] ?? 0))
  return usual > ceiling ? ceiling : usual
}

/** Empty if the node does not serve them: no priority fee is paid. */
async function recentFees(rpc: SolanaRpc) {
  try {
    return await rpc.call('getRecentPrioritizationFees', [], priorityFees)
  } catch (error) {
    // Providers answer 403 to calls that a plan does not include.
    const isLeftOut = error instanceof RpcUnreachable && error.status === 403
    if (isLeftOut || ['unsupported', 'answer'].includes(solanaFault(error).kind)) return []
    throw error
  }
}
