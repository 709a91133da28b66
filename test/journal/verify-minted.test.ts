import { describe, expect, it } from 'vitest'
import { type VerifyStep, verifyStep } from '../../src/core/journal/rounds.ts'

type Facts = Parameters<typeof verifyStep>[0]

/** Three tokens of two batches, all of which the contract has with its confirmations. */
const whole: Facts = {
  last: { sequence: 5, firstToken: 3, stands: 3 },
  ...{ found: null, twice: false, confirmedCount: 6, accounted: 3, minted: 3, confirmed: true, accepted: false },
}

describe('whether a contract holds what the journal calls minted', () => {
  it.each<[string, Partial<Facts>, VerifyStep]>([
    ['all of it', {}, 'verified'],
    ['nothing was minted yet', { last: null, accounted: 0, minted: 0, confirmedCount: 0 }, 'verified'],
    ['its last batch stands elsewhere', { last: { sequence: 5, firstToken: 3, stands: 4 } }, 'reverted'],
    ['what was read back is not there', { found: { stands: false } }, 'reverted'],
    ['a token is said to be two NFTs', { twice: true }, 'reverted'],
    ['it has fewer', { minted: 2 }, 'reverted'],
    ['it has fewer, and others that may be taken back', { minted: 2, confirmed: false }, 'unsettled'],
    ['it has fewer, and the last sequence is not confirmed', { minted: 2, confirmedCount: 5 }, 'unsettled'],
    ['it has fewer, and a person said to go on', { minted: 2, accepted: true }, 'take'],
    ['all of it as far as is seen, and a person said to go on', { accepted: true }, 'take'],
    ['the same, while that may still change', { accepted: true, confirmed: false }, 'unsettled'],
  ])('%s', (_what, facts, step) => {
    expect(verifyStep({ ...whole, ...facts })).toBe(step)
  })
})
