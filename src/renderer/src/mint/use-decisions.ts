import { useCallback, useState } from 'react'
import { afterDecision, type DecisionName, decisions, type Missing, nextDecision } from './decisions.ts'

/**
 * Which decision is open: the first that is not made, until a person begins with one or asks for one; then that, until they are through.
 * @param ahead the decision that is being prepared by itself (the check of the rows), before which nothing later opens
 */
export function useDecisions(missing: readonly Missing[], ahead: DecisionName | null) {
  const [chosen, setChosen] = useState<DecisionName | null>(null)
  const [asked, setAsked] = useState<{ name: DecisionName | null; times: number }>({ name: null, times: 0 })
  const next = nextDecision(missing)
  const waiting = ahead !== null && decisions.indexOf(ahead) < decisions.indexOf(next) ? ahead : next
  const open = chosen ?? waiting
  const show = useCallback((name: DecisionName) => {
    setChosen(name)
    setAsked(({ times }) => ({ name, times: times + 1 }))
  }, [])
  return {
    open,
    /** How often somebody has asked for this decision to be shown, as far as it was the last. */
    askedFor: (name: DecisionName): number => (asked.name === name && open === name ? asked.times : 0),
    show,
    touch: setChosen,
    goOn: (from: DecisionName) => show(afterDecision(from, missing)),
    stateOf: (name: DecisionName): 'open' | 'decided' | 'later' => {
      if (name === open) return 'open'
      const undecided = missing.some(({ decision }) => decision === name) || name === ahead
      // What is not made yet, but lies before what is open, can be gone back to.
      return undecided && decisions.indexOf(name) > decisions.indexOf(open) ? 'later' : 'decided'
    },
  }
}
