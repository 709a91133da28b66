import type { Fee, Fees } from '../../family/fees.ts'
import { leastPrice } from '../limits.ts'
import { gasPriceAnswer } from '../rpc/answers.ts'
import type { AptosRpc } from '../rpc/rpc.ts'

/** Low, expected and high gas price in octas, as the node estimates them from the last blocks. There is no base fee: the whole price is paid. */
export async function readFees(node: AptosRpc): Promise<Fees> {
  const { value } = await node.ask('/estimate_gas_price', gasPriceAnswer)
  const usual = value.gas_estimate
  return {
    base: 0n,
    low: feeOf(value.deprioritized_gas_estimate ?? usual),
    expected: feeOf(usual),
    high: feeOf(value.prioritized_gas_estimate ?? usual),
  }
}

function feeOf(price: number): Fee {
  const max = BigInt(price) > leastPrice ? BigInt(price) : leastPrice
  return { max, priority: max, legacy: true }
}
