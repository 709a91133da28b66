import type { RpcTransactionReceipt } from 'viem'
import type { Receipt } from '../../family/transactions.ts'

/** An RPC receipt in the engine's terms; the fee holds an OP-stack network's fees for data (`l1Fee`) and for its operator. */
export function toReceipt(receipt: RpcTransactionReceipt): Receipt {
  const used = BigInt(receipt.gasUsed)
  return {
    hash: receipt.transactionHash,
    blockNumber: Number(receipt.blockNumber),
    blockHash: receipt.blockHash,
    ok: receipt.status === '0x1',
    used,
    fee: used * BigInt(receipt.effectiveGasPrice) + (amount(receipt, 'l1Fee') ?? 0n) + operatorFee(receipt, used),
    detail: receipt,
  }
}

/**
 * What an OP-stack network's operator takes for so much gas: the receipt tells the block's two figures, from Isthmus on. Jovian, by whose
 * scalar of the data footprint it is known here, counts a hundred times the scalar, and not a millionth of it (specs.optimism.io,
 * Isthmus and Jovian, Execution Engine).
 */
function operatorFee(receipt: RpcTransactionReceipt, used: bigint): bigint {
  const scalar = amount(receipt, 'operatorFeeScalar') ?? 0n
  const constant = amount(receipt, 'operatorFeeConstant') ?? 0n
  const scaled = amount(receipt, 'daFootprintGasScalar') === null ? (used * scalar) / 1_000_000n : used * scalar * 100n
  return scaled + constant
}

function amount(receipt: RpcTransactionReceipt, field: string): bigint | null {
  const value: unknown = Reflect.get(receipt, field)
  return typeof value === 'string' || typeof value === 'number' ? BigInt(value) : null
}
