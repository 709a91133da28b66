import { expect, it } from 'vitest'
import { waitingOutside } from '../../src/core/minting/notices.ts'

it.each([
  ['tell', true],
  ['wait', false],
])(
  'of transactions of something else, a person is offered to replace those that stand still (%s: %s)',
  (step, outside) => {
    const notice = waitingOutside('polygon', '0x1', { behind: false, mark: -1, count: 1, pending: 3, step })
    expect(notice.outside).toBe(outside)
    expect(notice.text.includes('mintdesk networks free polygon')).toBe(outside)
    expect(notice.text).toContain('(2)')
  },
)
