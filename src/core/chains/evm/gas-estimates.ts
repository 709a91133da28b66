import { LRUCache } from 'lru-cache'
import type { Address, Hex } from 'viem'
import { withMargin } from './deployment.ts'
import type { RpcClient } from './rpc.ts'

/** A call whose gas is to be estimated. */
export interface EstimatedCall {
  account: Address
  to: Address | null
  data: Hex
  value: bigint
}

/** Ours: contracts and kinds of call that are under way at a time. */
const kindsKept = 64

/**
 * Estimates of gas, each with a margin. A node looks for the least gas with which a call succeeds, from what a block holds downwards: of a batch
 * of 500 that is five times the work of looking below what the one before it needed. So calls of one length to one function of a contract are
 * first looked for there; where that fails, as if nothing was known, so an answer or a refusal is always the node's own.
 */
export interface GasEstimates {
  /** @throws what the node says of the call */
  estimate(node: Pick<RpcClient, 'estimateGas'>, call: EstimatedCall): Promise<bigint>
}

/** Nothing is known at first. */
export function gasEstimates(): GasEstimates {
  const known = new LRUCache<string, bigint>({ max: kindsKept })
  return {
    async estimate(node, call) {
      const kind = `${call.account} ${call.to} ${call.data.slice(0, 10)} ${call.data.length}`
      const before = known.get(kind)
      const below = before === undefined ? null : await node.estimateGas({ ...call, gas: before }).catch(() => null)
      const gas = withMargin(below ?? (await node.estimateGas(call)))
      known.set(kind, gas)
      return gas
    },
  }
}
