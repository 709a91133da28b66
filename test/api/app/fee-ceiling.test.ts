import { expect, it } from 'vitest'
import { ceilingOn } from '../../../src/core/api/app/runs/fee-ceiling.ts'

it('a fee ceiling counts where gas is paid for, and is refused on Solana, where it would count nothing', () => {
  expect(ceilingOn('polygon', '50000000000')).toBe(50_000_000_000n)
  expect(() => ceilingOn('solana', '50000000000')).toThrow(/Solana has no gas: leave it out/)
  expect(ceilingOn('aptos', '100')).toBe(100n)
  for (const chain of ['polygon', 'solana']) expect([ceilingOn(chain, null), ceilingOn(chain)]).toEqual([null, null])
})

it('a fee ceiling that the chain takes nothing for is refused: what waits for it would wait for ever', () => {
  expect(() => ceilingOn('aptos', '99')).toThrow(
    /Aptos takes no transaction for less than 100 octas a unit of gas, so nothing would ever be minted for 99 octas/,
  )
})
