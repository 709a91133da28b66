/** Ours: how many wakings within a moment are passed on at once. */
const promptly = 3

/**
 * Throttles wakings, of which thousands may come in a second: those of one turn of the event loop become one. The first ones are passed on at once;
 * if more follow, one in each moment.
 * @param moment milliseconds
 */
export function gatherWakings(wake: (collectionPk: number) => void, moment: number): (collectionPk: number) => void {
  const known = new Map<number, { since: number; times: number; isComing: boolean }>()
  return (collectionPk) => {
    const now = performance.now()
    let of = known.get(collectionPk)
    if (!of || (!of.isComing && now - of.since > moment)) {
      of = { since: now, times: 0, isComing: false }
      known.set(collectionPk, of)
    }
    if (of.isComing) return
    of.isComing = true
    const current = of
    const isPrompt = of.times++ < promptly
    const pass = (): void => {
      current.isComing = false
      if (!isPrompt) current.since = performance.now()
      wake(collectionPk)
    }
    if (isPrompt) setImmediate(pass)
    else setTimeout(pass, current.since + moment - now).unref()
  }
}
