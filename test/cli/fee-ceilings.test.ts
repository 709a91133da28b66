import { expect, it } from 'vitest'
import { ceilingsOn } from '../../src/cli/fee-ceilings.ts'
import { readCeilings } from '../../src/cli/program/arguments.ts'

const [polygon, base, aptos, solana] = [
  { chain: 'polygon', chainLabel: 'Polygon' },
  { chain: 'base', chainLabel: 'Base' },
  { chain: 'aptos', chainLabel: 'Aptos' },
  { chain: 'solana', chainLabel: 'Solana' },
]
type Chains = Parameters<typeof ceilingsOn>[0]

/** What several `--max-fee` come to, as they are typed. */
const ceilings = (chains: Chains, ...typed: string[]) =>
  ceilingsOn(
    chains,
    typed.reduce<ReturnType<typeof readCeilings>>((before, text) => readCeilings(text, before), []),
  )

it('a price for each chain is in the unit of that chain, and the others have no ceiling', () => {
  expect(ceilings([polygon, base, aptos], 'polygon=40', 'Aptos = 150')).toEqual({
    polygon: '40000000000',
    aptos: '150',
  })
})

it('a number alone holds on all chains with gas where it means the same on each', () => {
  expect(ceilings([polygon, base, solana], '40')).toEqual({ polygon: '40000000000', base: '40000000000' })
  expect(ceilings([aptos], '150')).toEqual({ aptos: '150' })
  expect(ceilings([polygon])).toEqual({})
})

it('a number alone that would be gwei here and octas there is refused, with what to write', () => {
  expect(() => ceilings([polygon, aptos, solana], '150')).toThrow(
    expect.objectContaining({
      code: 'fee.unit',
      message:
        '--max-fee 150 would be gwei on Polygon and octas on Aptos: give it for each chain, as --max-fee polygon=<gwei> --max-fee aptos=<octas>. Nothing was moved.',
    }),
  )
  expect(() => ceilings([polygon, base], '40', 'base=2')).toThrow(expect.objectContaining({ code: 'fee.unit' }))
})

it.each([
  ['fee.chain', 'a chain on which nothing is moved', [polygon], ['polygn=40']],
  ['fee.chain', 'one chain twice', [polygon], ['polygon=40', 'polygon=50']],
  ['run.feeCeiling', 'a chain without gas', [polygon, solana], ['solana=5']],
  ['run.feeCeiling', 'chains without gas alone', [solana], ['5']],
  ['fee.format', 'half an octa', [polygon, aptos], ['aptos=0.5']],
] as const)('%s: %s', (code, _what, chains, typed) => {
  expect(() => ceilings(chains, ...typed)).toThrow(expect.objectContaining({ code }))
})

it('what is no number is refused as it is typed', () => {
  for (const text of ['polygon=', 'polygon=0', '=40', 'polygon=a', 'polygon=40=50'])
    expect(() => readCeilings(text)).toThrow('A fee is a number of gwei above 0')
})
