import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { gasEstimates } from '../../../src/core/chains/evm/transactions/gas-estimates.ts'

/** A node that knows what each call needs, and what it was asked. `codes`: what it says to each next question for code. */
function nodeThatNeeds(needs: () => bigint, codes: Hex[] = []) {
  const asked: (bigint | undefined)[] = []
  return {
    asked,
    async getCode() {
      return codes.shift() ?? code
    },
    async estimateGas({ gas }: { gas?: bigint | undefined }) {
      asked.push(gas)
      if (gas !== undefined && gas < needs()) throw new Error('gas required exceeds allowance')
      if (needs() < 0n) throw new Error('execution reverted')
      return needs()
    },
  }
}

const code = '0x6001'
const call = { account: '0x1', to: '0x2', data: '0xaabbccdd0011', value: 0n } as const

test('calls of one kind are looked for below what the last one needed, and anew where that is too little', async () => {
  let needed = 1_000n
  const node = nodeThatNeeds(() => needed)
  const { estimate } = gasEstimates()
  const first = await estimate(node, call)
  expect(first).toBeGreaterThan(1_000n)
  expect(await estimate(node, { ...call, data: '0xaabbccdd0022' })).toBe(first)
  expect(node.asked).toEqual([undefined, first])
  needed = 5_000n
  expect(await estimate(node, call)).toBeGreaterThan(5_000n)
  expect(node.asked).toEqual([undefined, first, first, undefined])
  // Another contract, function, length or sender is another kind.
  await estimate(node, { ...call, to: '0x3' })
  await estimate(node, { ...call, data: '0xaabbccee0011' })
  await estimate(node, { ...call, data: '0xaabbccdd001122' })
  await estimate(node, { ...call, account: '0x4' })
  expect(node.asked.slice(4)).toEqual([undefined, undefined, undefined, undefined])
})

test('what the node refuses is refused in its own words', async () => {
  let needed = 1_000n
  const node = nodeThatNeeds(() => needed)
  const { estimate } = gasEstimates()
  await estimate(node, call)
  needed = -1n
  await expect(estimate(node, call)).rejects.toThrow('execution reverted')
})

test('none is taken of a call from before the network had the contract again', async () => {
  const codes: Hex[] = []
  const node = nodeThatNeeds(() => 1_000n, codes)
  const { estimate } = gasEstimates()
  await estimate(node, call)
  codes.push('0x')
  await expect(estimate(node, call)).rejects.toMatchObject({ code: 'network.behind' })
  const before = node.asked.length
  codes.push('0x', code)
  await expect(estimate(node, call)).rejects.toMatchObject({ code: 'network.behind' })
  expect(node.asked).toHaveLength(before)
  expect(codes.splice(0)).toEqual([code])
  codes.push(code, '0x')
  await expect(estimate(node, call)).rejects.toMatchObject({ code: 'network.behind' })
  codes.push(code, code)
  await estimate(node, call)
  expect(codes).toEqual([])
  // There before: asked once, afterwards.
  codes.push(code, '0x')
  await estimate(node, call)
  expect(codes.splice(0)).toEqual(['0x'])
  // Coin alone goes where there is no contract.
  codes.push('0x')
  await estimate(node, { ...call, data: '0x' })
  expect(codes).toEqual(['0x'])
})
