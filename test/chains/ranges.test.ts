import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inRanges, RangeRefused } from '../../src/core/lib/ranges.ts'
import { spanOf } from '../../src/core/lib/span.ts'

/** An RPC that takes so many blocks at once, of late another number, and has an event in every so many-th block. */
function nodeOf({ limits, changesAfter, every }: { limits: [number, number]; changesAfter: number; every: number }) {
  const asked: { blocks: number; refused: boolean }[] = []
  return {
    asked,
    async ask(from: number, to: number): Promise<number[]> {
      const blocks = to - from + 1
      const limit = limits[asked.length < changesAfter ? 0 : 1]
      asked.push({ blocks, refused: blocks > limit })
      if (blocks > limit) throw new RangeRefused(`block range is limited to ${limit}`)
      const first = Math.ceil(from / every) * every
      return Array.from({ length: Math.max(0, Math.floor((to - first) / every) + 1) }, (_, at) => first + at * every)
    },
  }
}

async function searched(node: ReturnType<typeof nodeOf>, from: number, to: number, first: number) {
  const ends: number[] = []
  const events: number[] = []
  for await (const page of inRanges({ span: spanOf(first) }, from, to, node.ask)) {
    ends.push(page.to)
    events.push(...page.found)
  }
  return { ends, events }
}

const limit = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 41, max: 5_000 }))

it('reads each block once and in order, whatever ranges the RPC takes and however that changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(5_000),
      fc.integer({ min: -1, max: 3_000 }),
      fc.integer({ min: 1, max: 100_000 }),
      fc.tuple(limit, limit),
      fc.nat(60),
      fc.integer({ min: 1, max: 50 }),
      async (from, length, first, limits, changesAfter, every) => {
        const to = from + length
        const node = nodeOf({ limits, changesAfter, every })
        const { ends, events } = await searched(node, from, to, first)
        const all = Array.from({ length: length + 1 }, (_, at) => from + at)
        expect(events).toEqual(all.filter((block) => block % every === 0))
        expect(ends).toEqual([...new Set(ends)].toSorted((a, b) => a - b))
        expect(ends.at(-1)).toBe(length < 0 ? undefined : to)
        const answered = node.asked.filter(({ refused }) => !refused)
        expect(answered.reduce((sum, { blocks }) => sum + blocks, 0)).toBe(length + 1)
      },
    ),
    { numRuns: 200 },
  )
})

it('asks for half of what is refused, and for more again when the RPC bears it', async () => {
  const node = nodeOf({ limits: [100, 1_000_000], changesAfter: 20, every: 1_000_000 })
  await searched(node, 1, 100_000, 1_600)
  expect(node.asked.slice(0, 5)).toEqual([
    { blocks: 1_600, refused: true },
    { blocks: 800, refused: true },
    { blocks: 400, refused: true },
    { blocks: 200, refused: true },
    { blocks: 100, refused: false },
  ])
  expect(Math.max(...node.asked.filter(({ refused }) => !refused).map(({ blocks }) => blocks))).toBeGreaterThan(10_000)
})

it('goes on with what the search before it learnt', async () => {
  const node = nodeOf({ limits: [100, 100], changesAfter: 0, every: 1_000_000 })
  const learnt = { span: spanOf(50_000) }
  for await (const page of inRanges(learnt, 1, 1_000, node.ask)) expect(page.found).toEqual([])
  const before = node.asked.length
  for await (const page of inRanges(learnt, 1, 1_000, node.ask)) expect(page.found).toEqual([])
  expect(node.asked[0]).toEqual({ blocks: 1_000, refused: true })
  expect(node.asked[before]?.blocks).toBeLessThanOrEqual(200)
})

it('says so in words of a person when one block alone is refused, and passes every other error on', async () => {
  const refusing = nodeOf({ limits: [0, 0], changesAfter: 0, every: 1 })
  await expect(searched(refusing, 1, 100, 10)).rejects.toMatchObject({
    code: 'network.range',
    message: expect.stringContaining('does not even look through one block for events'),
  })
  const broken = {
    ask: async () => {
      throw new Error('connection lost')
    },
    asked: [],
  }
  await expect(searched(broken, 1, 100, 10)).rejects.toThrow('connection lost')
})
