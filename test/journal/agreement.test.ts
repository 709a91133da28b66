import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agreementOf, type Word } from '../../src/core/journal/agreement.ts'

const word = (rpc: string, says: string | null): Word => ({ rpc, says })

describe('what RPCs of a list agree about', () => {
  it.each<[string, number, Word[], ReturnType<typeof agreementOf>]>([
    ['one RPC is believed', 1, [word('a', 'yes')], { kind: 'agreed', says: 'yes', outvoted: [] }],
    ['one of two is not', 2, [word('a', 'yes')], { kind: 'ask' }],
    ['two that say the same', 2, [word('a', 'yes'), word('b', 'yes')], { kind: 'agreed', says: 'yes', outvoted: [] }],
    ['two that do not', 2, [word('a', 'yes'), word('b', 'no')], { kind: 'disputed', rpcs: ['a', 'b'] }],
    ['a third is asked where two do not', 3, [word('a', 'yes'), word('b', 'no')], { kind: 'ask' }],
    [
      'and decides',
      3,
      [word('a', 'yes'), word('b', 'no'), word('c', 'no')],
      { kind: 'agreed', says: 'no', outvoted: ['a'] },
    ],
    ['a second that is down', 2, [word('a', 'yes'), word('b', null)], { kind: 'unconfirmed', silent: ['b'] }],
    ['another is asked where one is down', 3, [word('a', 'yes'), word('b', null)], { kind: 'ask' }],
    [
      'and confirms',
      3,
      [word('a', 'yes'), word('b', null), word('c', 'yes')],
      { kind: 'agreed', says: 'yes', outvoted: [] },
    ],
    [
      'and contradicts',
      3,
      [word('a', 'yes'), word('b', null), word('c', 'no')],
      { kind: 'disputed', rpcs: ['a', 'c'] },
    ],
    ['nobody says anything', 2, [word('a', null), word('b', null)], { kind: 'unconfirmed', silent: ['a', 'b'] }],
  ])('%s', (_, listed, words, expected) => {
    expect(agreementOf(listed, words)).toEqual(expected)
  })

  /** Asks one after the other, as the engine does. */
  function ask(says: readonly (string | null)[]) {
    for (let asked = 1; ; asked++) {
      const words = says.slice(0, asked).map((one, place) => word(`rpc ${place}`, one))
      const result = agreementOf(says.length, words)
      if (result.kind !== 'ask') return { result, asked }
    }
  }
  const anyWord = fc.constantFrom('truth', 'lie', 'other lie', null)

  it('one liar among any number writes nothing down that is not so, wherever it stands in the list', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('truth', null), { minLength: 1, maxLength: 6 }),
        fc.nat(6),
        fc.constantFrom('lie', null),
        (honest, place, lie) => {
          const says: (string | null)[] = [...honest]
          says.splice(place % (honest.length + 1), 0, lie)
          const { result } = ask(says)
          if (result.kind === 'agreed') {
            expect(result.says).toBe('truth')
            for (const rpc of result.outvoted) expect(says[Number(rpc.slice(4))]).toBe('lie')
          }
          if (honest.filter((one) => one !== null).length > 1) expect(result.kind).toBe('agreed')
        },
      ),
    )
  })

  it('always comes to an end, names nobody who agrees, and asks no more than it must', () => {
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 1, maxLength: 6 }), (says) => {
        const { result, asked } = ask(says)
        if (result.kind === 'agreed') {
          const count = says.slice(0, asked).filter((one) => one === result.says).length
          expect(count).toBe(Math.min(2, says.length))
          for (const rpc of result.outvoted) expect(says[Number(rpc.slice(4))]).not.toBe(result.says)
        } else expect(asked).toBe(says.length)
        if (result.kind === 'disputed') expect(new Set(result.rpcs).size).toBeGreaterThan(1)
      }),
    )
  })
})
