import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endStrays } from '../end-strays.ts'
import { crashPoints } from './points.ts'
import { type Comparison, crashTrial } from './trial.ts'

export interface CrashResult extends Comparison {
  /** Points that were never reached, as `<point>, passage <n>`. */
  missed: string[]
  /** Kills at points, and at random moments with something signed or sent and unsettled. */
  named: number
  random: number
}

/** Kills cores at every named point, at each of these passages, and at so many random moments; then compares database and chain. */
export async function crash(
  wish: { passages: readonly number[]; random: number },
  tell: (line: string) => void,
): Promise<CrashResult> {
  const dir = await mkdtemp(join(tmpdir(), 'mintdesk-crash-'))
  const trial = crashTrial(dir)
  const missed: string[] = []
  let named = 0
  let random = 0
  try {
    for (const passage of wish.passages)
      for (const [point, scenario] of Object.entries(crashPoints)) {
        const began = Date.now()
        const reached = await trial.killAt(point, passage, scenario)
        if (reached) named++
        else missed.push(`${point}, passage ${passage}`)
        tell(
          `${point.padEnd(16)} passage ${passage}  ${scenario.padEnd(8)} ${reached ? 'killed' : 'NOT REACHED'}  ${Date.now() - began} ms`,
        )
      }
    for (let tries = 0; random < wish.random && tries < wish.random * 4; tries++)
      if (await trial.killAnywhere()) {
        random++
        if (random % 10 === 0) tell(`${random} random moments with something signed or sent and unsettled`)
      }
    return { ...(await trial.compare()), missed, named, random }
  } finally {
    await trial.close()
    await endStrays(dir)
    await rm(dir, { recursive: true, force: true })
  }
}
