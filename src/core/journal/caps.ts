/** What a project may spend on a network, and whether one more transaction fits. Pure; amounts in the smallest unit of the coin. */

/** `run`: for each run; `day`: for a day (UTC); `project`: for all that the project ever spends on the network. */
export type CapKind = 'run' | 'day' | 'project'

/** Null: not bounded. */
export type Caps = Readonly<Record<CapKind, bigint | null>>

/** What was paid so far, plus the most that transactions in flight may cost. */
export interface Spent {
  day: bigint
  project: bigint
  runs: ReadonlyMap<string, bigint>
}

/** A cap that one more transaction would exceed. */
export interface BrokenCap {
  kind: CapKind
  limit: bigint
  /** What counts towards it already. */
  spent: bigint
  /** What the transaction may cost at most. */
  cost: bigint
  /** With kind `run`: the id of the run. */
  run: string | null
}

/** What is left of caps while transactions are signed one after the other. */
export interface Budget {
  /** Counts a transaction, or returns the cap that it would exceed and counts nothing. `run`: the run that pays; null: no run pays. */
  take(cost: bigint, run: string | null): BrokenCap | null
  /** What counts towards the cap of a run. */
  spentBy(run: string): { limit: bigint | null; spent: bigint }
}

/** The widest cap is reported first, because it holds up the most work. */
const order = ['project', 'day', 'run'] as const satisfies readonly CapKind[]

export function budgetOf(caps: Caps, spent: Spent): Budget {
  const runs = new Map(spent.runs)
  const sums = { day: spent.day, project: spent.project }
  const sumOf = (kind: CapKind, run: string | null): bigint =>
    kind === 'run' ? (runs.get(run ?? '') ?? 0n) : sums[kind]
  return {
    take(cost, run) {
      for (const kind of order) {
        const limit = caps[kind]
        if (limit === null || (kind === 'run' && run === null)) continue
        const before = sumOf(kind, run)
        if (before + cost > limit) return { kind, limit, spent: before, cost, run: kind === 'run' ? run : null }
      }
      sums.day += cost
      sums.project += cost
      if (run !== null) runs.set(run, sumOf('run', run) + cost)
      return null
    },
    spentBy: (run) => ({ limit: caps.run, spent: sumOf('run', run) }),
  }
}

/** The most that a transaction may cost: its weight at the full fee, the coin that it sends, and charges beside the weight. */
export function costAtMost(call: { weight: string; value: string; extra?: string | undefined }, max: bigint): bigint {
  return BigInt(call.weight) * max + BigInt(call.value) + BigInt(call.extra ?? '0')
}
