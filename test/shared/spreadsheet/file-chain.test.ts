import { describe, expect, it } from 'vitest'
import type { ColumnMapping } from '../../../src/shared/app-api.ts'
import { families } from '../../../src/shared/families.ts'
import { collectionFor, fileChainOf } from '../../../src/shared/spreadsheet/file-chain.ts'

const columns: ColumnMapping[] = [
  { header: 'Who', field: 'recipient' },
  { header: 'Referred by', field: 'ignore' },
]
const evm = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
const solana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const of = (...cells: string[]) =>
  fileChainOf(
    columns,
    cells.map((cell) => [cell, solana]),
  )
const collections = [
  { id: 'default-polygon', chain: 'polygon' },
  { id: 'default-solana', chain: 'solana' },
  { id: 'passes', chain: 'base' },
]

describe('the chain of a file', () => {
  it('follows most of its addresses, mistyped ones too, and no other column', () => {
    expect(of(evm, evm.replace('a', 'A'), 'ada@example.com', '')).toEqual({ family: families.evm, chain: null })
    expect(of(solana, solana, evm)).toEqual({ family: families.solana, chain: null })
    expect(of(`aptos:0x${'0a'.repeat(32)}`, `0x${'0b'.repeat(32)}`)?.family).toBe(families.aptos)
  })

  it('is the one that most rows name', () => {
    expect(of(`base:${evm}`, 'userId:7:base', evm)?.chain).toBe('base')
    expect(of(`base:${evm}`, evm, evm)?.chain, 'one row that names another is that row’s mistake').toBeNull()
  })

  it('is none where nobody has an address', () => {
    expect(of('ada@example.com', 'x', '')).toBeNull()
  })

  it('chooses the collection: the wanted one where it fits, else one where the addresses are at home', () => {
    const into = (file: ReturnType<typeof of>, wanted: string) => collectionFor(file, collections, wanted)?.id
    expect(into(of(evm), 'passes')).toBe('passes')
    expect(into(of(evm), 'default-solana')).toBe('default-polygon')
    expect(into(of(solana), 'passes')).toBe('default-solana')
    expect(into(of(`base:${evm}`), 'default-polygon')).toBe('passes')
    expect(into(of(`bsc:${evm}`), 'default-solana'), 'none there: one of the same kind').toBe('default-polygon')
    expect(into(null, 'default-solana')).toBe('default-solana')
  })
})
