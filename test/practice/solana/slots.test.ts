import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openSlots } from '../../../src/core/practice/solana/slots.ts'

it('the time of a new block is never later than the clock, nor earlier by more than a slot and a second', () => {
  const passed = fc.nat({ max: 10 ** 9 })
  fc.assert(
    fc.property(passed, passed, fc.constantFrom(100, 400), (offset, since, slotMs) => {
      const began = Date.UTC(2026, 0, 1) + offset
      const now = began + since
      const slots = openSlots({ began, slotMs, salt: '', skipped: 0, last: 0, clock: () => now })
      const time = slots.timeOf(slots.now()) * 1_000
      expect(time).toBeLessThanOrEqual(now)
      expect(time).toBeGreaterThan(now - slotMs - 1_000)
    }),
  )
})
