import type { RpcTransactionReceipt } from 'viem'
import type { Receipt } from '../../family/transactions.ts'

/** Converts an RPC receipt; the fee includes an OP-stack network's data fee (`l1Fee`) and operator fee. */
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
 * The operator fee of an OP-stack network for the gas used, from the block's scalar and constant, which receipts contain since Isthmus. Jovian,
 * recognised by `daFootprintGasScalar`, multiplies the scalar by 100 instead of dividing it by 1,000,000 (specs.optimism.io, Isthmus and
 * Jovian, Execution Engine).
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
