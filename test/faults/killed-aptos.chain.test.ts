import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCrashCore, removeCrashCore } from './build-crash-core.ts'
import { crash } from './crash/crash.ts'
import { aptosPoints } from './crash/points.ts'

beforeAll(buildCrashCore)
afterAll(removeCrashCore)

/**
 * Where Aptos has a way of its own; of changes, where bytes are on disk, have left, and are settled. What else the journal passes is the same
 * code as on EVM: `npm run test:crash -- --chain aptos` has all of it.
 */
const changed = ['after commit', 'after send', 'before settle']
const isOfAptos = (point: string, scenario: string) =>
  scenario === 'changes' ? changed.includes(point) : ['deploy', 'outside', 'copy'].includes(scenario)

/** Many starts of a core: about a minute on two idle cores, ms. */
const patience = 1_200_000

it(
  'mints each row exactly once on Aptos although the core is killed at the points where Aptos has a way of its own, and at random moments',
  async () => {
    const lines: string[] = []
    const options = { family: 'aptos', passages: [1], only: isOfAptos, random: 2, workers: 2 } as const
    const result = await crash(options, (line) => lines.push(line))
    expect(result.missed, lines.join('\n')).toEqual([])
    expect(result, lines.join('\n')).toMatchObject({
      doubles: 0,
      lost: 0,
      unfinished: 0,
      random: 2,
      named: aptosPoints.filter(([point, scenario]) => isOfAptos(point, scenario)).length,
    })
    expect(result.onChain).toBe(result.mints)
  },
  patience,
)
