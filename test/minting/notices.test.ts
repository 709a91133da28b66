import { expect, it } from 'vitest'
import { deployerMissing } from '../../src/core/chains/evm/contracts/deployer.ts'
import { StorageError } from '../../src/core/lib/durable-file.ts'
import { CoreError } from '../../src/core/lib/errors.ts'
import type { QueueContext } from '../../src/core/minting/deps.ts'
import { atCap, stuckUnder, waitingForExternalUse } from '../../src/core/minting/notices.ts'
import { openQueueNotices } from '../../src/core/minting/queue-notices.ts'

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

it.each([
  [deployerMissing(), /have it deployed .* goes on by itself when it is there\.$/],
  [new CoreError('network.unreachable', 'It is left out.'), /goes on by itself when it answers again\.$/],
])('what waits for a network goes on when the network has what it lacks (%s)', (error, sentence) => {
  const notices = openQueueNotices({
    ...{ owner: null, client: { chain: 'polygon' } },
    deps: { chains: { networks: { of: () => ({}) } }, marks: { fault: null } },
  } as unknown as QueueContext)
  expect(notices.unreachable(error).text).toMatch(sentence)
})

it('a cap of a day that is less than one transaction costs is raised, and not waited for', () => {
  const network = { name: 'polygon', label: 'Polygon', currency: { symbol: 'POL', decimals: 18 } } as const
  const cap = { kind: 'day', limit: 5n, spent: 1n, run: null } as const
  expect(atCap(network, { ...cap, cost: 5n }).text).toContain('by itself at midnight UTC, or when the cap is raised;')
  expect(atCap(network, { ...cap, cost: 6n }).text).toContain('by itself when the cap is raised;')
})

it('an older copy says how many of the transactions are in blocks where nodes count them', () => {
  const facts = { behind: true, mark: 4, count: 2, pending: 2, step: 'none', doubt: null } as const
  const of = (chain: 'polygon' | 'solana', mark = 4) => waitingForExternalUse(chain, 'abc', { ...facts, mark }).text
  expect(of('polygon')).toContain('signed 5 transactions for the fee balance abc, and 2 of them are in blocks. ')
  expect(of('solana', 0)).toContain('signed 1 transaction for the fee balance abc. ')
})

it('what waits under a ceiling names no run, for it may be a hand-over', () => {
  expect(stuckUnder('polygon', 2n, { name: 'people.csv', ceiling: 1n }).text).toContain('when its ceiling is raised.')
})

it.each([
  [new StorageError('/data', Object.assign(new Error(), { code: 'EROFS' })), /^Files cannot be stored in \/data: /],
  [Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' }), /\(disk I\/O error\)\. Check the disk/],
  [Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }), /fdatasync\)\. Check the disk/],
])('a fault of this computer is not called one of the network (%s)', (error, sentence) => {
  const notices = noticesWith(null)
  expect(notices.unreachable(error).text).toMatch(sentence)
  expect(notices.unreachable(error).text).not.toContain('network')
})

it('marks that cannot be relied on are a remark, for which nothing waits', () => {
  expect(noticesWith('The file is damaged.').of()).toMatchObject({ text: 'The file is damaged.', isRemark: true })
})

/** @param fault of the marks */
function noticesWith(fault: string | null) {
  return openQueueNotices({
    ...{ owner: null, client: { chain: 'polygon', limited: () => false } },
    deps: { chains: { networks: { of: () => ({}) } }, marks: { fault } },
  } as unknown as QueueContext)
}
