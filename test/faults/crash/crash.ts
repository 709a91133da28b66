import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endStrays } from '../end-strays.ts'
import { aptosTrial } from './aptos-trial.ts'
import type { Comparison, CrashTrial } from './crash-trial.ts'
import { evmTrial } from './evm-trial.ts'
import {
  type AptosScenario,
  aptosPoints,
  comesAgain,
  type EvmScenario,
  evmPoints,
  type SolanaScenario,
  solanaPoints,
} from './points.ts'
import { solanaTrial } from './solana-trial.ts'

export interface CrashResult extends Comparison {
  /** Passages that were never reached and must be, as `<point>, <scenario>, passage <n>`. */
  missed: string[]
  /** Later passages that their scenario did not come by: nothing was killed there, and nothing is claimed of them. */
  notPassed: string[]
  /** Kills at points, and at random moments with something signed or sent and unsettled. */
  named: number
  random: number
}

interface CrashOptions {
  /** EVM where absent. Solana needs its programs: MINTDESK_SOLANA_PROGRAMS. */
  family?: 'evm' | 'solana' | 'aptos'
  passages: readonly number[]
  /** Which named points, each with its scenario; all where absent. */
  only?: (point: string, scenario: string) => boolean
  random: number
  /** Data folders side by side, each with cores and networks of its own; 1 where absent. */
  workers?: number
}

/** Random moments with nothing signed and unsettled do not count: so many tries for one that does. */
const triesForOne = 12

/**
 * Kills cores at every named point, at each of these passages, and at so many random moments with something signed or sent and
 * unsettled; then compares database and chain of every data folder.
 */
export function crash(options: CrashOptions, tell: (line: string) => void): Promise<CrashResult> {
  if (options.family === 'solana') return crashOn<SolanaScenario>(solanaPoints, solanaTrial, options, tell)
  if (options.family === 'aptos') return crashOn<AptosScenario>(aptosPoints, aptosTrial, options, tell)
  return crashOn<EvmScenario>(Object.entries(evmPoints), evmTrial, options, tell)
}

async function crashOn<Scenario extends EvmScenario | AptosScenario | SolanaScenario>(
  points: readonly (readonly [point: string, scenario: Scenario])[],
  trialIn: (dir: string) => CrashTrial<Scenario>,
  options: CrashOptions,
  tell: (line: string) => void,
): Promise<CrashResult> {
  const result: CrashResult = {
    ...{ mints: 0, onChain: 0, changes: 0, doubles: 0, lost: 0, unfinished: 0 },
    ...{ missed: [], notPassed: [], named: 0, random: 0 },
  }
  const passages = options.passages.flatMap((passage) =>
    points
      .filter(([point, scenario]) => options.only?.(point, scenario) ?? true)
      .map(([point, scenario]) => ({ point, passage, scenario })),
  )
  const [all, workers] = [passages.length, options.workers ?? 1]
  let tries = options.random * triesForOne
  let underWay = 0

  async function work(): Promise<void> {
    const dir = await mkdtemp(join(tmpdir(), 'mintdesk-crash-'))
    const trial = trialIn(dir)
    try {
      for (let next = passages.shift(); next; next = passages.shift()) {
        const { point, passage, scenario } = next
        const must = passage === 1 || comesAgain.has(scenario)
        const began = Date.now()
        const reached = await trial.killAt(point, passage, scenario, must)
        if (reached) result.named++
        else result[must ? 'missed' : 'notPassed'].push(`${point}, ${scenario}, passage ${passage}`)
        const seen = reached ? 'killed' : must ? 'NOT REACHED' : 'not passed again'
        const left = all - passages.length
        tell(
          `${String(left).padStart(3)}/${all}  ${point.padEnd(16)} passage ${passage}  ${scenario.padEnd(14)} ${seen}  ${Date.now() - began} ms`,
        )
      }
      // Others may be about to count one: never more than were asked for.
      while (result.random + underWay < options.random && tries > 0) {
        tries--
        underWay++
        const counts = await trial.killAnywhere().finally(() => underWay--)
        if (!counts) continue
        result.random++
        if (result.random % 10 === 0)
          tell(`${result.random}/${options.random} random moments with something signed or sent and unsettled`)
      }
      const compared = await trial.compare()
      for (const name of ['mints', 'onChain', 'changes', 'doubles', 'lost', 'unfinished'] as const)
        result[name] += compared[name] ?? 0
    } finally {
      await trial.close()
      await endStrays(dir)
      // A network's process ends a moment after its core, and may still write.
      await rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
    }
  }

  // What one of them fails with is said when the others have ended what they started.
  const ends = await Promise.allSettled(Array.from({ length: workers }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return result
}
