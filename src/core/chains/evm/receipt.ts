import type { RpcTransactionReceipt } from 'viem'
import type { Receipt } from '../family.ts'

/** An RPC receipt in the engine's terms; the fee holds an OP-stack network's fee for data (`l1Fee`). */
export function toReceipt(receipt: RpcTransactionReceipt): Receipt {
  const used = BigInt(receipt.gasUsed)
  const dataFee = 'l1Fee' in receipt && typeof receipt.l1Fee === 'string' ? BigInt(receipt.l1Fee) : 0n
  return {
    hash: receipt.transactionHash,
    blockNumber: Number(receipt.blockNumber),
    blockHash: receipt.blockHash,
    ok: receipt.status === '0x1',
    used,
    fee: used * BigInt(receipt.effectiveGasPrice) + dataFee,
    detail: receipt,
  }
}
