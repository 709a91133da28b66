import type { RpcTransactionReceipt } from 'viem'
import { expect, it } from 'vitest'
import { toReceipt } from '../../../src/core/chains/evm/transactions/receipt.ts'

const gwei = 1_000_000_000n

/** A node's receipt of 100,000 gas at a gwei, with what an OP-stack network adds. */
function fee(added: Record<string, string>): bigint {
  const receipt = {
    transactionHash: '0x1',
    blockNumber: '0x2',
    blockHash: '0x3',
    status: '0x1',
    gasUsed: '0x186a0',
    effectiveGasPrice: '0x3b9aca00',
    ...added,
  } as unknown as RpcTransactionReceipt
  return toReceipt(receipt).fee
}

it('counts what a network takes beside the gas: for data, and for its operator as of Isthmus and of Jovian', () => {
  const gas = 100_000n * gwei
  expect(fee({})).toBe(gas)
  expect(fee({ l1Fee: '0x64' })).toBe(gas + 100n)
  const operator = { operatorFeeScalar: '0x1e8480', operatorFeeConstant: '0x7' }
  expect(fee({ l1Fee: '0x64', ...operator })).toBe(gas + 100n + 200_000n + 7n)
  expect(fee({ l1Fee: '0x64', ...operator, daFootprintGasScalar: '0x190' })).toBe(
    gas + 100n + 100_000n * 2_000_000n * 100n + 7n,
  )
})
