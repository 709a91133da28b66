import { describe, expect, test } from 'vitest'
import { mintCost } from '../../src/renderer/src/collections/mint-cost.ts'
import { symbolOf, titleOf } from '../../src/renderer/src/mint/where/collection-names.ts'
import { chainsFor } from '../../src/renderer/src/ui/network/offered-chains.ts'
import { families } from '../../src/shared/families.ts'

describe('a new collection for a file', () => {
  test('is called as the file is', () => {
    expect(titleOf('event-badges.csv')).toBe('Event badges')
    expect(titleOf('Gäste_2026  final.v2.xlsx')).toBe('Gäste 2026 final.v2')
    expect(titleOf(`${'x'.repeat(200)}.csv`)).toHaveLength(100)
  })

  test('has a symbol that explorers can show', () => {
    expect(symbolOf('Workshop passes', 11)).toBe('WP')
    expect(symbolOf('Éclair', 11)).toBe('ECLAI')
    expect(symbolOf('数字', 11)).toBe('NFT')
    expect(symbolOf('a b c d e f g', 3)).toBe('ABC')
  })

  test('is offered on the chains of the addresses, and nowhere for those of a chain on which nothing is minted', () => {
    expect(chainsFor({ family: families.evm, chain: 'base' }, [])).toEqual(['base'])
    expect(chainsFor({ family: families.solana, chain: null }, [])).toContain('solana')
    expect(chainsFor({ family: families.solana, chain: null }, [])).not.toContain('polygon')
    expect(chainsFor({ family: families.cardano, chain: 'cardano' }, [])).toEqual([])
    expect(chainsFor(null, [])).toContain('polygon')
  })

  test('says what the whole file would cost, where that is known', () => {
    const each = { amount: '14000000000000', currency: 'POL', decimals: 18 }
    expect(mintCost({ weight: 6_900 }, each, 200)).toBe('about 0.0028 POL for 200 NFTs')
    expect(mintCost({ weight: 6_900 }, each, 0)).toBe('about 0.000014 POL each')
    expect(mintCost({ weight: 6_900 }, null, 200)).toBe('')
    expect(mintCost({ compressed: 100, account: 9_000, symbol: 'SOL', decimals: 9 }, null, 60)).toBe(
      'about 0.000006 SOL for 60 NFTs',
    )
  })
})
