/** Repeatable choices: the same seed makes the same ones. */
export interface Random {
  /** An integer from 0 to `below` - 1. */
  int(below: number): number
  pick<T>(from: readonly T[]): T
  /** True in `percent` of a hundred cases. */
  chance(percent: number): boolean
}

/** Choices from a seed of 32 bits (mulberry32). */
export function random(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    int,
    pick: <T>(from: readonly T[]): T => {
      if (from.length === 0) throw new Error('There is nothing to pick from.')
      return from[int(from.length)] as T
    },
    chance: (percent) => next() * 100 < percent,
  }
}
