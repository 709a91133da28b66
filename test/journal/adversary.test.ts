import { expect, it } from 'vitest'
import { type ContractRules, contractRules } from './model/adversary.ts'
import { checkHistories } from './model/property.ts'

/** What each rule of the contracts is for: without it, somebody in the mempool changes what the journal does (histories.test.ts holds that he cannot). */
it.each<[string, keyof ContractRules]>([
  ['permissions are kept apart from jobs', 'ownPermits'],
  ['what is bought leaves the marks of minters alone', 'purchasesLeaveMarks'],
  ['a number that was burnt is never given again', 'burntNumbersStay'],
  ['only minters mint', 'mintersOnly'],
])(
  'somebody who sees what waits and comes before it does harm unless %s',
  (_what, rule) => {
    expect(checkHistories(721, 200, { ...contractRules, [rule]: false })).not.toBeNull()
  },
  120_000,
)
