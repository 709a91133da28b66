import type { WaitingMints } from '../../store/journal/mints.ts'

/** Ours: a burst has at least so many mints, and so many a second; its mints wait for at most so many batching windows. */
const burst = { mints: 100, perSecond: 300, times: 32 }

/**
 * How long mints of the API wait during a burst, ms; 0: they do not wait. So the intake does not compete with composing, signing and settling, and
 * the batches become larger. The wait is bounded, so that mints go on in the order in which they came, however long the burst lasts.
 * @param usual the batching window: how long a few mints wait, ms
 */
export function burstWait({ first, last }: WaitingMints, now: number, usual: number): number {
  const [span, waited, quiet] = [last.createdAt - first.createdAt, now - first.createdAt, now - last.createdAt]
  const mints = last.pk - first.pk + 1
  const pours = span > 0 && mints >= burst.mints && mints * 1_000 >= span * burst.perSecond
  // A clock that was set back must not lengthen their wait.
  if (!pours || quiet < 0 || quiet >= usual) return 0
  return Math.max(0, Math.min(usual - quiet, usual * burst.times - waited))
}
