import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCrashCore, removeCrashCore } from './build-crash-core.ts'
import { crash } from './crash/crash.ts'

beforeAll(buildCrashCore)
afterAll(removeCrashCore)

/** Many starts of a core: about a minute on two idle cores, ms. */
const patience = 600_000

it(
  'mints each row exactly once on Aptos although the core is killed at the points where Aptos has a way of its own, and at random moments',
  async () => {
    const lines: string[] = []
    // What else the journal passes is the same code as on EVM: `npm run test:crash -- --chain aptos` has it.
    const scenarios = ['deploy', 'outside', 'copy', 'changes']
    const options = { family: 'aptos', passages: [1], scenarios, random: 3, workers: 2 } as const
    const result = await crash(options, (line) => lines.push(line))
    expect(result.missed, lines.join('\n')).toEqual([])
    expect(result, lines.join('\n')).toMatchObject({ doubles: 0, lost: 0, unfinished: 0, random: 3 })
    expect(result.onChain).toBe(result.mints)
  },
  patience,
)
