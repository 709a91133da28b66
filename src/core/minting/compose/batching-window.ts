import type { WaitingMints } from '../../store/journal/mints.ts'

/** Ours: from how many mints, and how many a second, on it is a burst; and for how many batching windows they then wait. */
const burst = { mints: 100, perSecond: 300, times: 32 }

/**
 * How long mints of the API wait while more pour in, ms; 0: not. What they are taken with is then not shared with composing, signing and
 * settling them, and they are minted in larger groups; the longest wait is bounded, so that they go on in the order in which they came,
 * however long it pours.
 * @param usual the batching window: how long a few of them wait, ms
 */
export function burstWait({ first, last }: WaitingMints, now: number, usual: number): number {
  const [span, waited, quiet] = [last.createdAt - first.createdAt, now - first.createdAt, now - last.createdAt]
  const mints = last.pk - first.pk + 1
  const pours = span > 0 && mints >= burst.mints && mints * 1_000 >= span * burst.perSecond
  // A clock that was put back must not make them wait for as long as it was.
  if (!pours || quiet < 0 || quiet >= usual) return 0
  return Math.max(0, Math.min(usual - quiet, usual * burst.times - waited))
}
