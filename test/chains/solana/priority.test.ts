import { describe, expect, it } from 'vitest'
import { RateLimited, RpcUnreachable } from '../../../src/core/chains/rpc/http-rpc.ts'
import { type SolanaRpc, SolanaRpcError } from '../../../src/core/chains/solana/rpc/rpc.ts'
import { priorityPrice } from '../../../src/core/chains/solana/transactions/priority.ts'

/** A node that tells these fees of its recent blocks, in millionths of a lamport for a unit of compute; or what it refuses with. */
const node = (fees: readonly number[] | Error): SolanaRpc => ({
  async call(_method, _params, schema) {
    if (fees instanceof Error) throw fees
    return schema.parse(fees.map((prioritizationFee, slot) => ({ slot, prioritizationFee })))
  },
  async many() {
    throw new Error('nobody asks for many')
  },
})

describe('what a unit of compute is paid on Solana', () => {
  it('is what three quarters of the recent blocks were content with, in whatever order they are told', async () => {
    expect(await priorityPrice(node([90, 10, 20, 30, 5_000]))).toBe(90n)
    expect(await priorityPrice(node([0, 0, 0, 0]))).toBe(0n)
  })

  it('is never above the ceiling, whatever others pay', async () => {
    expect(await priorityPrice(node([1_000_000, 1_000_001, 2_000_000, 9e12]))).toBe(1_000_000n)
  })

  it('is nothing where a node knows of no fees, or does not tell them', async () => {
    expect(await priorityPrice(node([]))).toBe(0n)
    expect(await priorityPrice(node(new SolanaRpcError(-32601, 'Method not found', null)))).toBe(0n)
    expect(await priorityPrice(node(new SolanaRpcError(-32403, 'Not in your plan', null)))).toBe(0n)
    expect(await priorityPrice(node(new RpcUnreachable('Forbidden', 403)))).toBe(0n)
  })

  it('is not said by a node that is unwell or asks for fewer calls', async () => {
    await expect(priorityPrice(node(new SolanaRpcError(-32005, 'Node is behind', null)))).rejects.toThrow('behind')
    await expect(priorityPrice(node(new RpcUnreachable('Bad Gateway', 502)))).rejects.toThrow('Bad Gateway')
    await expect(priorityPrice(node(new RateLimited(undefined)))).rejects.toThrow('fewer calls')
  })
})
