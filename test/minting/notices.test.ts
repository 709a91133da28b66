import { expect, it } from 'vitest'
import { waitingForExternalUse } from '../../src/core/minting/notices.ts'

it.each([
  ['tell', true],
  ['wait', false],
])(
  'of transactions of something else, a person is offered to replace those that stand still (%s: %s)',
  (step, externalUse) => {
    const notice = waitingForExternalUse('polygon', '0x1', {
      behind: false,
      mark: -1,
      count: 1,
      pending: 3,
      step,
      doubt: null,
    })
    expect(notice.externalUse).toBe(externalUse)
    expect(notice.text.includes('mintdesk networks free polygon')).toBe(externalUse)
    expect(notice.text).toContain('(2)')
  },
)
