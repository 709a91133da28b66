import { priorityFees } from '../rpc/answers.ts'
import { type SolanaRpc, SolanaRpcError } from '../rpc/rpc.ts'

/** Ours: most that is paid for a unit of compute, in millionths of a lamport: 0.0003 SOL for a transaction of 300,000 units. */
const ceiling = 1_000_000n
/** Ours: what three quarters of the recent blocks were content with. */
const share = 0.75

/** What a unit of compute is to be paid, in millionths of a lamport: from the fees of recent blocks, under a ceiling. */
export async function priorityPrice(rpc: SolanaRpc): Promise<bigint> {
  const recent = (await recentFees(rpc)).map((one) => one.prioritizationFee)
  const sorted = recent.sort((a, b) => a - b)
  const usual = BigInt(Math.ceil(sorted[Math.floor((sorted.length - 1) * share)] ?? 0))
  return usual > ceiling ? ceiling : usual
}

/** A node that does not tell them: none is paid. */
async function recentFees(rpc: SolanaRpc) {
  try {
    return await rpc.call('getRecentPrioritizationFees', [], priorityFees)
  } catch (error) {
    if (error instanceof SolanaRpcError && error.code === -32601) return []
    throw error
  }
}
