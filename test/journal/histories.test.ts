import { expect, it } from 'vitest'
import { contractRules } from './model/adversary.ts'
import { checkHistories } from './model/property.ts'

/** The same histories each time, so that a failure is one of the change at hand: `MINTDESK_SEED=<n>` varies them. So many notice each mutant that they are to notice (test/mutants). */
const seed = Number(process.env.MINTDESK_SEED ?? 721)
const histories = Number(process.env.MINTDESK_HISTORIES ?? 1_000)
/** `MINTDESK_SHRINK=0`: what breaks a rule is said as it was found. */
const shrink = process.env.MINTDESK_SHRINK !== '0'

it(`mints once or not at all and leaves no gap, in ${histories} histories of all that may happen`, () => {
  expect(checkHistories(seed, histories, contractRules, shrink)?.report ?? 'all held').toBe('all held')
}, 300_000)
