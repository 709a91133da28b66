import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownNetworks } from '../../../src/core/chains/networks.ts'
import { aboveCeilingNotice, isNews, type Notice, roundedUp, shortage } from '../../../src/core/minting/notices.ts'
import { differencePercent, quotedForOthers, reservedFunds } from '../../../src/core/minting/runs/reserved-funds.ts'

const counts = (some: Partial<Parameters<typeof reservedFunds>[0]['counts']>) => ({
  total: 100,
  queued: 0,
  prepared: 0,
  sent: 0,
  succeeded: 0,
  failed: 0,
  cancelled: 0,
  ...some,
})
const quote = { low: '900', expected: '1000', high: '2000', contract: '200' }
const unpaid = { fee: 0n, mintFee: 0n }

describe('what a run still needs', () => {
  test('before the first NFT it is the quote, the contract in it once', () => {
    expect(reservedFunds({ quote, counts: counts({ queued: 100 }), spending: unpaid })).toBe(1_000n)
    expect(reservedFunds({ quote, counts: counts({ queued: 100 }), spending: { fee: 200n, mintFee: 0n } })).toBe(800n)
    expect(reservedFunds({ quote, counts: counts({ queued: 50, failed: 50 }), spending: unpaid })).toBe(600n)
  })

  test('after it, what NFTs really cost', () => {
    const facts = {
      quote,
      counts: counts({ queued: 50, sent: 25, succeeded: 25 }),
      spending: { fee: 700n, mintFee: 500n },
    }
    expect(reservedFunds(facts)).toBe(1_500n)
  })

  test('nothing when nothing is left, and unknown without a quote', () => {
    expect(reservedFunds({ quote, counts: counts({ succeeded: 99, failed: 1 }), spending: unpaid })).toBe(0n)
    expect(reservedFunds({ quote: null, counts: counts({ queued: 100 }), spending: unpaid })).toBeNull()
  })

  test('the difference is told in percent of the quote', () => {
    expect(differencePercent(1_000n, 1_042n)).toBe(4.2)
    expect(differencePercent(1_000n, 958n)).toBe(-4.2)
    expect(differencePercent(null, 958n)).toBeNull()
  })
})

describe('what is told', () => {
  test('a sum to be sent is never rounded down', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), (amount) => {
        const [before = '', after = ''] = roundedUp(amount, 18).split('.')
        const sent = BigInt(before) * 10n ** 18n + BigInt(after.padEnd(18, '0'))
        expect(sent >= amount).toBe(true)
        expect((sent - amount) * 1_000n <= amount).toBe(true)
      }),
    )
  })

  test('how much is missing, where to send it, and what all needs', () => {
    const { text } = shortage(knownNetworks().of('polygon'), '0xabc', {
      missing: 123_456_789_000_000n,
      balance: 5n,
      reserved: 10n ** 18n,
    })
    expect(text).toContain('The fee balance 0xabc on Polygon')
    expect(text).toContain('send it 0.0001235 POL more, and about 1 POL for everything that waits')
  })

  test('a ceiling and the fee above it', () => {
    expect(aboveCeilingNotice('polygon', 80_000_000_000n, 50_500_000_000n).text).toContain(
      'The fee is 80 gwei, and your ceiling 50.5 gwei',
    )
  })

  test('the same thing is told once, though its figures move a little', () => {
    const funds = (missing: bigint | null): Notice => ({ for: 'funds', text: String(missing), missing, address: '0x1' })
    expect(isNews(null, null)).toBe(false)
    expect(isNews(null, funds(100n))).toBe(true)
    expect(isNews(funds(100n), funds(110n))).toBe(false)
    expect(isNews(funds(100n), funds(130n))).toBe(true)
    expect(isNews(funds(100n), null)).toBe(true)
    expect(isNews(aboveCeilingNotice('polygon', 80n, 50n), aboveCeilingNotice('polygon', 90n, 50n))).toBe(false)
    expect(isNews(aboveCeilingNotice('polygon', 80n, 50n), funds(1n))).toBe(true)
  })
})

test('the fee of a run of which some failed or were cancelled is compared with the quote of the others, the contract included', () => {
  const quoted = { low: '0', expected: '1000', high: '0', contract: '200' }
  expect(quotedForOthers(quoted, counts({ total: 100, succeeded: 25, cancelled: 75 }))).toBe(400n)
  expect(quotedForOthers(quoted, counts({ total: 100, succeeded: 25, failed: 75 }))).toBe(400n)
  expect(quotedForOthers(quoted, counts({ total: 100, succeeded: 20, failed: 50, queued: 5, cancelled: 25 }))).toBe(
    400n,
  )
  expect(quotedForOthers(quoted, counts({ total: 100, failed: 1, cancelled: 99 }))).toBeNull()
})
