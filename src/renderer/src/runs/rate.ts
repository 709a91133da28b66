import { count } from '../ui/format.ts'

/** NFTs settled per second, from the counts over time that the core keeps. */
export interface RatePoint {
  /** Seconds since the run began. */
  second: number
  rate: number
}

/** NFTs per second as a person reads them: whole from ten on, else with one decimal. */
export function rateText(rate: number): string {
  return rate >= 10 ? count(Math.round(rate)) : String(Math.round(rate * 10) / 10)
}

const points = 120

/** The mean rate of each of at most 120 spans of equal length; `history` is [seconds since start, settled so far], rising. */
export function rateOverTime(history: readonly (readonly [number, number])[]): RatePoint[] {
  const end = history.at(-1)?.[0] ?? 0
  const start = history[0]?.[0] ?? 0
  if (end <= start) return []
  const span = Math.max(1, (end - start) / points)
  const settledAt = (second: number): number => {
    const next = history.findIndex(([at]) => at >= second)
    const after = history[next]
    const before = history[next - 1]
    if (!after) return history.at(-1)?.[1] ?? 0
    if (!before || after[0] === before[0]) return after[1]
    return before[1] + ((after[1] - before[1]) * (second - before[0])) / (after[0] - before[0])
  }
  const result: RatePoint[] = []
  for (let second = start; second < end - 1e-9; second += span) {
    const until = Math.min(end, second + span)
    result.push({
      second: Math.round(until * 10) / 10,
      rate: Math.round(((settledAt(until) - settledAt(second)) / (until - second)) * 10) / 10,
    })
  }
  return result
}
