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
  /** The fee of the transaction; absent: none, which lets a contract tell the estimate from the transaction. */
  price?: { gasPrice: bigint } | { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
}

/** Ours: contracts and kinds of call that are under way at a time. */
const kindsKept = 64

/**
 * Estimates of gas, each with a margin. A node looks for the least gas with which a call succeeds, from what a block holds downwards: of a batch
 * of 500 that is five times the work of looking below what the one before it needed. So calls of one length to one function of a contract are
 * first looked for there; where that fails, as if nothing was known, so an answer or a refusal is always the node's own.
 *
 * A call into nothing is cheap and does nothing, and a network may fall back at any moment: whether the contract is there is asked after each
 * estimate, and before it as well as long as it was not there last, so that none is taken from before it came back.
 */
export interface GasEstimates {
  /** @throws CoreError `network.behind` when there is no contract; what the node says of the call */
  estimate(node: Pick<RpcClient, 'estimateGas' | 'getCode'>, call: EstimatedCall): Promise<bigint>
}

/** Nothing is known at first. */
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
      // Coin alone goes where there is no contract.
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
