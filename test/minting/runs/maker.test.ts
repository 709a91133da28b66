import { describe, expect, test } from 'vitest'
import type { RunOptions } from '../../../src/core/minting/runs/create-run.ts'
import { createRunMaker } from '../../../src/core/minting/runs/maker.ts'

const options = (importId: string): RunOptions => ({
  importId,
  project: { id: 'p', index: 0 },
  skipErrors: false,
  quote: null,
  feeCeiling: null,
  compressed: true,
})

/** A maker whose runs end when the test says so, and which says how far it is at once. */
function slowMaker() {
  const begun: {
    importId: string
    progress: (done: number) => void
    end: (id: string) => void
    fail: (e: Error) => void
  }[] = []
  const waiting: (() => void)[] = []
  const maker = createRunMaker((wanted, progress) => {
    const made = new Promise<string>((end, fail) => begun.push({ importId: wanted.importId, progress, end, fail }))
    for (const go of waiting.splice(0)) go()
    return made
  }, 5)
  const nth = async (n: number) => {
    for (;;) {
      const one = begun[n]
      if (one) return one
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  return { maker, begun, nth }
}

describe('a run that takes long to make', () => {
  test('is told of meanwhile, and is made once for everybody who asks', async () => {
    const { maker, begun, nth } = slowMaker()
    const first = maker.make(options('a'), 100)
    const made = await nth(0)
    made.progress(50)
    expect(await first).toEqual({ done: 50, total: 100 })
    const second = maker.make(options('a'), 100)
    made.end('run 1')
    expect(await second).toEqual({ runId: 'run 1' })
    expect(begun).toHaveLength(1)
  })

  test('waits for the one before, and its failure is told to who comes back', async () => {
    const { maker, begun, nth } = slowMaker()
    expect(await maker.make(options('a'), 10)).toEqual({ done: 0, total: 10 })
    expect(await maker.make(options('b'), 10)).toEqual({ done: 0, total: 10 })
    expect(begun.map(({ importId }) => importId)).toEqual(['a'])
    const first = await nth(0)
    first.fail(new Error('the disk is full'))
    await expect(maker.make(options('a'), 10)).rejects.toThrow('the disk is full')
    const second = await nth(1)
    second.end('run b')
    expect(await maker.make(options('b'), 10)).toEqual({ runId: 'run b' })
  })

  test('that was answered is asked for anew by a later call', async () => {
    const { maker, nth } = slowMaker()
    const first = maker.make(options('a'), 1)
    const one = await nth(0)
    one.end('run 1')
    expect(await first).toEqual({ runId: 'run 1' })
    const again = maker.make(options('a'), 1)
    const two = await nth(1)
    two.end('run 2')
    expect(await again).toEqual({ runId: 'run 2' })
  })
})
