import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  externalUseStep,
  isBehindMark,
  isUnsettled,
  isUsedExternally,
  nextSequence,
} from '../../src/core/journal/rounds.ts'
import { nextStep, type Observation, patience, type Step, type TransactionFacts } from '../../src/core/journal/steps.ts'

const sent: TransactionFacts = {
  state: 'sent',
  sequence: 5,
  blockHash: null,
  sentBlock: 100,
  firstSentBlock: 100,
  rejected: false,
  underpriced: false,
  unpaid: false,
}
const quiet: Observation = { head: 100, confirmations: 3, receipt: null, count: 5, finalCount: 5 }
const at = (blockNumber: number, blockHash = 'a') => ({ blockNumber, blockHash })

describe('the next step of a transaction', () => {
  const table: [string, Partial<TransactionFacts>, Partial<Observation>, Step][] = [
    ['never sent', { state: 'signed', sentBlock: null, firstSentBlock: null }, {}, 'send'],
    ['sent, and the answer was unclear', { state: 'signed' }, {}, 'send'],
    ['sent just now', {}, {}, 'wait'],
    ['a bump that was not sent yet', { sentBlock: null, firstSentBlock: null }, {}, 'send'],
    ['not included after a while', {}, { head: 100 + patience.resendAfter }, 'send'],
    ['held up for long', {}, { head: 100 + patience.bumpAfter }, 'bump'],
    ['held up for long, though sent again just now', { sentBlock: 111 }, { head: 112 }, 'bump'],
    ['held up for long behind another', {}, { head: 112, count: 4, finalCount: 4 }, 'send'],
    ['held up because the account cannot pay', { unpaid: true }, { head: 112 }, 'send'],
    ['on a chain that fell back', {}, { head: 40 }, 'send'],
    ['pays too little', { underpriced: true }, { head: 101 }, 'bump'],
    ['pays too little, bumped in this block', { underpriced: true }, {}, 'wait'],
    ['refused for good', { rejected: true }, {}, 'fill'],
    ['refused, but included', { rejected: true }, { receipt: at(100) }, 'include'],
    ['included just now', {}, { receipt: at(100) }, 'include'],
    ['included, not yet confirmed', { state: 'included', blockHash: 'a' }, { head: 101, receipt: at(100) }, 'wait'],
    ['in another block than before', { state: 'included', blockHash: 'b' }, { receipt: at(100) }, 'include'],
    ['confirmed', { state: 'included', blockHash: 'a' }, { head: 102, receipt: at(100) }, 'settle'],
    ['confirmed before it was seen', { state: 'signed', sentBlock: null }, { head: 150, receipt: at(100) }, 'settle'],
    ['gone from the chain', { state: 'included', blockHash: 'a' }, {}, 'reorganised'],
    ['its sequence used by another, not final', {}, { count: 6 }, 'wait'],
    ['its sequence used by another, final', {}, { count: 6, finalCount: 6 }, 'verify-dead'],
    ['refused, and its sequence used', { rejected: true }, { count: 6 }, 'wait'],
  ]
  it.each(table)('%s', (_, transaction, seen, step) => {
    expect(nextStep({ ...sent, ...transaction }, { ...quiet, ...seen })).toBe(step)
  })

  describe('that expires', () => {
    const expiring = { ...sent, validUntil: 250 }
    const table: [string, Partial<TransactionFacts>, Partial<Observation>, Step][] = [
      ['never sent', { state: 'signed', sentBlock: null, firstSentBlock: null }, {}, 'send'],
      ['sent just now', {}, {}, 'wait'],
      ['not included after a while', {}, { head: 100 + patience.resendAfter }, 'send'],
      ['held up for long: never a second attempt', {}, { head: 249 }, 'send'],
      ['refused or underpaid: nor then', { rejected: true, underpriced: true }, { head: 249 }, 'send'],
      ['past its end at the head', {}, { head: 251, finalHead: 219 }, 'wait'],
      ['at its end for good', {}, { head: 281, finalHead: 250 }, 'wait'],
      ['past its end for good', {}, { head: 282, finalHead: 251 }, 'verify-dead'],
      [
        'included, and the network does not call it final',
        {},
        { head: 282, receipt: { ...at(100), final: false } },
        'include',
      ],
      ['included, and final', {}, { receipt: { ...at(100), final: true } }, 'settle'],
      ['included past its end', {}, { head: 300, finalHead: 299, receipt: { ...at(250), final: true } }, 'settle'],
      ['gone from the chain', { state: 'included', blockHash: 'a' }, {}, 'reorganised'],
    ]
    it.each(table)('%s', (_, transaction, seen, step) => {
      expect(
        nextStep({ ...expiring, ...transaction }, { ...quiet, count: 0, finalCount: 0, finalHead: 68, ...seen }),
      ).toBe(step)
    })
  })

  const small = fc.integer({ min: 0, max: 40 })
  const facts = fc.record({
    state: fc.constantFrom('signed', 'sent', 'included'),
    sequence: small,
    blockHash: fc.constantFrom('a', 'b', null),
    sentBlock: fc.option(small),
    firstSentBlock: fc.option(small),
    rejected: fc.boolean(),
    underpriced: fc.boolean(),
    unpaid: fc.boolean(),
  }) as fc.Arbitrary<TransactionFacts>
  const seen: fc.Arbitrary<Observation> = fc
    .record({
      head: small,
      confirmations: fc.integer({ min: 1, max: 5 }),
      receipt: fc.option(fc.record({ blockNumber: small, blockHash: fc.constantFrom('a', 'b') })),
      count: small,
      lag: small,
    })
    .map(({ lag, ...rest }) => ({ ...rest, finalCount: Math.max(0, rest.count - lag) }))

  it('settles exactly what has a receipt under enough blocks', () => {
    fc.assert(
      fc.property(facts, seen, (transaction, look) => {
        const deep = look.receipt !== null && look.head - look.receipt.blockNumber + 1 >= look.confirmations
        expect(nextStep(transaction, look) === 'settle').toBe(deep)
      }),
    )
  })

  it('gives a sequence up only when it is used at a final block and nothing of ours is there', () => {
    fc.assert(
      fc.property(facts, seen, (transaction, look) => {
        if (nextStep(transaction, look) !== 'verify-dead') return
        expect(look.receipt).toBeNull()
        expect(look.finalCount).toBeGreaterThan(transaction.sequence)
      }),
    )
  })

  it('signs nothing for a sequence that the chain has used', () => {
    fc.assert(
      fc.property(facts, seen, (transaction, look) => {
        if (look.receipt !== null || look.count > transaction.sequence)
          expect(['bump', 'fill', 'send']).not.toContain(nextStep(transaction, look))
      }),
    )
  })

  it('empties a sequence only after a refusal', () => {
    fc.assert(
      fc.property(facts, seen, (transaction, look) => {
        if (nextStep(transaction, look) === 'fill') expect(transaction.rejected).toBe(true)
      }),
    )
  })
})

describe('what of the key the journal does not know', () => {
  const shown = {
    count: 4,
    pending: 6,
    behind: false,
    mark: 3,
    unsettled: true,
    standing: 0,
    taken: false,
    replace: false,
    countedAlone: false,
  }
  const hidden = { ...shown, pending: 4, behind: true, mark: 6 }
  const cases: { when: string; facts: Parameters<typeof externalUseStep>[0]; step: string }[] = [
    { when: 'there is nothing', facts: { ...shown, unsettled: false }, step: 'none' },
    { when: 'it waits in the pool', facts: shown, step: 'wait' },
    { when: 'it stands still there', facts: { ...shown, standing: 6 }, step: 'tell' },
    { when: 'it is to be replaced', facts: { ...shown, replace: true }, step: 'fill' },
    {
      when: 'one RPC alone counts so far',
      facts: { ...shown, replace: true, standing: 9, countedAlone: true },
      step: 'wait',
    },
    { when: 'ours is in its place', facts: { ...shown, replace: true, taken: true, standing: 9 }, step: 'wait' },
    { when: 'a newer copy sent what nobody shows', facts: hidden, step: 'wait' },
    { when: 'nobody shows it for long', facts: { ...hidden, standing: 6 }, step: 'fill' },
    {
      when: 'nobody shows it for long, and ours is there',
      facts: { ...hidden, standing: 6, taken: true },
      step: 'wait',
    },
    { when: 'the last of it is in a block', facts: { ...hidden, count: 7, pending: 7, standing: 9 }, step: 'wait' },
  ]
  for (const { when, facts, step } of cases) it(`${step}: ${when}`, () => expect(externalUseStep(facts)).toBe(step))

  it('is over when a newer copy’s last sequence is confirmed, or is our own', () => {
    expect(isBehindMark({ sequence: 6, known: false }, 6)).toBe(true)
    expect(isBehindMark({ sequence: 6, known: false }, 7)).toBe(false)
    expect(isBehindMark({ sequence: 6, known: true }, 0)).toBe(false)
  })

  it('is not settled while something that does nothing is on its way to a sequence', () => {
    const facts = { count: 4, pending: 4, highestOwn: 4, filling: true }
    expect(isUsedExternally(facts)).toBe(true)
    expect(isUnsettled(facts, 4)).toBe(true)
    expect(isUnsettled({ ...facts, filling: false }, 4)).toBe(false)
  })
})

it('takes the next sequence above all of ours and all that the chain has used or holds', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.integer({ min: -1 }), (count, pending, highestOwn) => {
      const next = nextSequence({ count, pending, highestOwn })
      expect(next).toBe(Math.max(count, pending, highestOwn + 1))
    }),
  )
  expect(nextSequence({ count: 0, pending: 0, highestOwn: -1 })).toBe(0)
})
