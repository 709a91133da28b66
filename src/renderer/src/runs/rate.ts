import type { Run } from '../../../shared/app-api.ts'
import { count } from '../ui/format.ts'

/** NFTs per second as a person reads them: whole from ten on, else with one decimal. */
export function rateText(rate: number): string {
  return rate >= 10 ? count(Math.round(rate)) : String(Math.round(rate * 10) / 10)
}

/** The rate of a run: the present one while it runs, else the mean over its active time; null where it is not known. */
export function rateOf({ completedAt, rate, counts, activeSeconds }: Run): number | null {
  if (completedAt === null) return rate
  return activeSeconds > 0 ? counts.succeeded / activeSeconds : null
}
