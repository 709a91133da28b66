/** How long a run took and how fast it was, without the time in which nothing of it was under way. */

/** What one transaction of a run did; times in milliseconds since 1970. */
export interface TransactionSpan {
  signedAt: number
  /** Null while it is under way. */
  endedAt: number | null
  /** Null before it is in one. */
  block: number | null
  /** NFTs that it minted. */
  minted: number
}

/** How long at least one transaction was under way, in milliseconds: pauses and waiting for coin do not count, and what overlaps counts once. */
export function activeTime(spans: readonly TransactionSpan[], now: number): number {
  let sum = 0
  let until = Number.NEGATIVE_INFINITY
  for (const { signedAt, endedAt } of spans.toSorted((a, b) => a.signedAt - b.signedAt)) {
    const end = Math.max(signedAt, endedAt ?? now)
    sum += Math.max(0, end - Math.max(signedAt, until))
    until = Math.max(until, end)
  }
  return sum
}

/** NFTs minted in each block that minted any, in the order of blocks; if there are more blocks than points, `per` neighbours make one point. */
export interface BlockSteps {
  per: number
  /** Mean NFTs per block of each point. */
  points: number[]
}

/** @param most how many points there may be */
export function perBlock(spans: readonly TransactionSpan[], most: number): BlockSteps {
  const blocks = new Map<number, number>()
  for (const { block, minted } of spans)
    if (block !== null && minted > 0) blocks.set(block, (blocks.get(block) ?? 0) + minted)
  const minted = [...blocks].sort(([a], [b]) => a - b).map(([, nfts]) => nfts)
  const per = Math.max(1, Math.ceil(minted.length / most))
  const points: number[] = []
  for (let at = 0; at < minted.length; at += per) {
    const part = minted.slice(at, at + per)
    points.push(Math.round((part.reduce((sum, nfts) => sum + nfts, 0) / part.length) * 10) / 10)
  }
  return { per, points }
}
