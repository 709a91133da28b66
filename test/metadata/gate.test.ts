import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGate } from '../../src/core/metadata/gate.ts'

describe('a gate', () => {
  it('lets as many in as it may, never more, and everyone in the end', async () => {
    const tasks = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), fails: fc.boolean() }), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(
        tasks,
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 4 }),
        async (list, total, perKey) => {
          const gate = createGate(total, perKey)
          const running: string[] = []
          let most = 0
          const results = await Promise.allSettled(
            list.map(({ key, fails }) =>
              gate(key, async () => {
                running.push(key)
                most = Math.max(most, running.length)
                expect(running.length).toBeLessThanOrEqual(total)
                expect(running.filter((other) => other === key).length).toBeLessThanOrEqual(perKey)
                await new Promise((done) => setImmediate(done))
                running.splice(running.indexOf(key), 1)
                if (fails) throw new Error('failed')
              }),
            ),
          )
          expect(results.map(({ status }) => status === 'rejected')).toEqual(list.map(({ fails }) => fails))
          const possible = ['a', 'b', 'c'].map((key) =>
            Math.min(perKey, list.filter((task) => task.key === key).length),
          )
          expect(most).toBe(
            Math.min(
              total,
              possible.reduce((sum, one) => sum + one, 0),
            ),
          )
        },
      ),
      { numRuns: 40 },
    )
  })
})
