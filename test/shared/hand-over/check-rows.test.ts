import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import type { ChainName } from '../../../src/shared/chains.ts'
import { checkHandOverRows } from '../../../src/shared/hand-over/check-rows.ts'
import { handOverColumns } from '../../../src/shared/hand-over/columns.ts'
import { handOverLevels } from '../../../src/shared/hand-over/finding.ts'
import type { HandOverRowRead } from '../../../src/shared/hand-over/row-read.ts'

const address = (n: number): string => getAddress(`0x${(0xabc000 + n).toString(16).padStart(40, '7')}`)
const onSolana = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR'

function check(
  rows: readonly (readonly string[])[],
  { headers = ['email', 'userId', 'address'], chains = ['polygon'] as ChainName[], known = [] as string[] } = {},
): HandOverRowRead[] {
  const columns = handOverColumns(headers, 1)
  if (Array.isArray(columns)) throw new Error(columns[0]?.message)
  const table = { headers, rows: rows.map((cells, place) => ({ row: place + 2, cells })) }
  return checkHandOverRows(table, columns, chains, known)
}

const codes = (rows: readonly HandOverRowRead[]): string[][] =>
  rows.map(({ findings }) => findings.map(({ code }) => code))

describe('the columns of a hand-over', () => {
  it('are found whatever case and form their headers have', () => {
    expect(handOverColumns(['Name', 'E-Mail Address', 'Wallet_Address'], 1)).toEqual({
      email: { at: 1, header: 'E-Mail Address' },
      userId: undefined,
      address: { at: 2, header: 'Wallet_Address' },
    })
  })

  it('are named where they are missing, or where two stand for the same', () => {
    const missing = handOverColumns(['name', 'place'], 3)
    expect(missing).toMatchObject([
      { row: 3, code: 'file.header', message: expect.stringContaining('people') },
      { row: 3, code: 'file.header', message: expect.stringContaining('address') },
    ])
    expect(handOverColumns(['email', 'wallet', 'to'], 1)).toMatchObject([{ column: 'to', code: 'header.duplicate' }])
  })
})

describe('the rows of a hand-over', () => {
  it('name a person and where to', () => {
    const [ada, seven] = check([
      ['  Ada@Example.com ', '', address(1).toLowerCase()],
      ['', '7', `polygon:${address(2)}`],
    ])
    expect(ada).toMatchObject({
      person: { kind: 'email', user: 'ada@example.com' },
      address: address(1),
      chains: ['polygon'],
      state: 'good',
      findings: [],
    })
    expect(seven).toMatchObject({ person: { kind: 'userId', user: '7' }, address: address(2), state: 'good' })
  })

  it('are wrong where a mistyped address, another chain or a slip would send NFTs away', () => {
    const mistyped = address(1).replace(/[a-f]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    const rows = check([
      ['a@b.co', '', mistyped],
      ['b@b.co', '', onSolana],
      ['c@b.co', '', `base:${address(3)}`],
      ['d@b.co', '', `0x${'0'.repeat(40)}`],
      ['e@b.co', '', `0x${'0'.repeat(36)}dead`],
      ['f@b.co', '', 'email:x@b.co:polygon'],
      ['g@b.co', '', ''],
      ['', '', address(4)],
      ['h@b.co', '8', address(5)],
      ['no mail', '', address(6)],
      ['i@b.co', '', address(7), 'beyond'],
    ])
    expect(codes(rows)).toEqual([
      ['recipient.checksum'],
      ['recipient.chain'],
      ['recipient.chain'],
      ['recipient.zero'],
      ['recipient.burn'],
      ['recipient.format'],
      ['recipient.missing'],
      ['person.missing'],
      ['person.ambiguous'],
      ['person.format'],
      ['row.columns'],
    ])
    expect(rows.every(({ state }) => state === 'error')).toBe(true)
  })

  it('take an address on each chain where it is one', () => {
    const chains: ChainName[] = ['base', 'polygon', 'solana']
    const [evm, solana] = check(
      [
        ['a@b.co', '', address(1)],
        ['a@b.co', '', onSolana],
      ],
      { chains },
    )
    expect(evm).toMatchObject({ chains: ['base', 'polygon'], state: 'good', findings: [] })
    expect(solana).toMatchObject({ chains: ['solana'], state: 'good', findings: [{ code: 'recipient.offCurve' }] })
  })

  it('of one person with two addresses are both left out; said twice, one counts', () => {
    const rows = check([
      ['a@b.co', '', address(1)],
      ['A@b.co', '', address(2)],
      ['c@b.co', '', address(3)],
      ['c@b.co', '', address(3).toLowerCase()],
    ])
    expect(rows.map(({ state }) => state)).toEqual(['error', 'error', 'good', 'repeat'])
    expect(codes(rows)).toEqual([['person.twoAddresses'], ['person.twoAddresses'], [], ['person.repeated']])
    expect(rows[0]?.findings[0]).toMatchObject({ row: 2, column: 'address', message: expect.stringContaining('Row 3') })
  })

  it('of one person say the same only where good rows before say it for each chain', () => {
    const chains: ChainName[] = ['base', 'polygon', 'solana']
    const rows = check(
      [
        ['a@b.co', '', `polygon:${address(1)}`],
        ['a@b.co', '', address(1)],
        ['a@b.co', '', address(1)],
        ['a@b.co', '', `base:${address(1)}`],
        ['c@b.co', '', address(2)],
        ['c@b.co', '', `polygon:${address(2)}`],
      ],
      { chains },
    )
    expect(rows.map(({ state, chains: on }) => [state, on])).toEqual([
      ['good', ['polygon']],
      ['good', ['base']],
      ['repeat', ['base', 'polygon']],
      ['repeat', ['base']],
      ['good', ['base', 'polygon']],
      ['repeat', ['polygon']],
    ])
    const said = rows.map(({ findings }) => findings.map(({ message }) => message).join())
    expect(said).toEqual([
      ...['', ''],
      'Rows 2, 3 together say the same: this one changes nothing.',
      'Row 3 says the same: this one changes nothing.',
      '',
      'Row 6 says the same: this one changes nothing.',
    ])
  })

  it('of which the first is wrong otherwise are no repeats of it', () => {
    const rows = check([
      ['a@b.co', '', address(1), 'beyond'],
      ['a@b.co', '', address(1)],
      ['a@b.co', '', address(1)],
    ])
    expect(rows.map(({ state }) => state)).toEqual(['error', 'good', 'repeat'])
    expect(rows[2]?.findings[0]?.message).toContain('Row 3')
  })

  it('are warned of where two people share an address, or an e-mail address looks like another', () => {
    const rows = check(
      [
        ['a@b.co', '', address(1)],
        ['b@b.co', '', address(1)],
        ['strasse@b.co', '', address(2)],
        ['straße@b.co', '', address(3)],
        ['ΣΑΣ@b.co', '', address(4)],
      ],
      { known: ['σασ@b.co'] },
    )
    expect(codes(rows)).toEqual([
      ['recipient.shared'],
      ['recipient.shared'],
      ['recipient.similar'],
      ['recipient.similar'],
      ['recipient.similar'],
    ])
    expect(rows.every(({ state }) => state === 'good')).toBe(true)
    expect(rows[4]?.findings[0]?.message).toContain('This project knows')
  })

  it('never throw, lose a row, or take one with an error, whatever they hold', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('a@b.co', 'A@B.CO', 'ß@b.co', 'ss@b.co', address(1), address(1).toLowerCase(), onSolana, '', ' '),
    )
    const chains = fc.constantFrom<ChainName[]>(['polygon'], ['solana'], ['aptos', 'polygon'], ['polygon', 'solana'])
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 8 }), chains, (rows, on) => {
        const read = check(rows, { chains: on })
        expect(read.map(({ row }) => row)).toEqual(rows.map((_, place) => place + 2))
        for (const { state, person, address: to, chains: fit, findings } of read) {
          const wrong = findings.some(({ level }) => level === 'error')
          if (state === 'good')
            expect([wrong, person !== null, to !== null, fit.length > 0]).toEqual([false, true, true, true])
          if (wrong) expect(state).not.toBe('good')
          for (const { code, level, message } of findings) {
            expect(level).toBe(handOverLevels[code as keyof typeof handOverLevels])
            expect(message).toMatch(/\S .*[.?]$/s)
          }
        }
      }),
    )
  })
})
