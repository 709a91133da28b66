import { LRUCache } from 'lru-cache'
import type { Address, Hex } from 'viem'
import { CoreError } from '../../../lib/errors.ts'
import { withMargin } from '../contracts/deployment.ts'
import type { RpcClient } from '../rpc/rpc.ts'

/** A call whose gas is to be estimated. */
export interface EstimatedCall {
  account: Address
  to: Address | null
  data: Hex
  value: bigint
  /** The fee of the transaction; absent: none, so that a contract can distinguish the estimate from the transaction. */
  price?: { gasPrice: bigint } | { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
}

/** Ours: pairs of contract and kind of call that are in use at a time. */
const kindsKept = 64

/**
 * Estimates gas, with a margin. A node searches for the least gas with which a call succeeds, from the block's gas limit downwards: for a batch
 * of 500 that is five times the work of a search below the gas of the previous batch. So for calls of the same length to the same function of
 * a contract, the node first searches below the last estimate. Where that fails, it searches without this bound, so every estimate or
 * refusal is the node's own.
 *
 * A call to an address without code is cheap and does nothing, and the network may fall back to an older block at any moment. So the contract's
 * code is checked after each estimate, and also before it while the last check found none, so that no estimate predates its return.
 */
export interface GasEstimates {
  /** @throws CoreError `network.behind` when there is no contract; the node's own error for the call */
  estimate(node: Pick<RpcClient, 'estimateGas' | 'getCode'>, call: EstimatedCall): Promise<bigint>
}

/** Starts without earlier estimates. */
export function gasEstimates(): GasEstimates {
  const known = new LRUCache<string, bigint>({ max: kindsKept })
  const absent = new Set<Address>()

  async function requireContract(node: Pick<RpcClient, 'getCode'>, address: Address): Promise<void> {
    if (((await node.getCode({ address })) ?? '0x') !== '0x') {
      absent.delete(address)
      return
    }
    absent.add(address)
    throw new CoreError('network.behind', `the network does not know the contract ${address}, which was deployed.`)
  }

  return {
    async estimate(node, { price, ...call }) {
      // A plain transfer of coin needs no contract.
      const contract = call.data === '0x' ? null : call.to
      if (contract !== null && absent.has(contract)) await requireContract(node, contract)
      const kind = `${call.account} ${call.to} ${call.data.slice(0, 10)} ${call.data.length}`
      const before = known.get(kind)
      const below =
        before === undefined ? null : await node.estimateGas({ ...call, ...price, gas: before }).catch(() => null)
      const gas = withMargin(below ?? (await node.estimateGas({ ...call, ...price })))
      if (contract !== null) await requireContract(node, contract)
      known.set(kind, gas)
      return gas
    },
  }
}
