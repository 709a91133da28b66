import { useCallback, useState } from 'react'
import { afterDecision, type DecisionName, decisions, type Missing, nextDecision } from './decisions.ts'

/**
 * Which decision is open: the first that is not made, until the person begins with one or asks for one; then that one, until they are through.
 * @param ahead the decision that is still being prepared (the check of the rows); no later one opens before it
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
    /** How often the person has asked for this decision, if it is open and the last one they asked for. */
    askedFor: (name: DecisionName): number => (asked.name === name && open === name ? asked.times : 0),
    show,
    touch: setChosen,
    goOn: (from: DecisionName) => show(afterDecision(from, missing)),
    stateOf: (name: DecisionName): 'open' | 'decided' | 'later' => {
      if (name === open) return 'open'
      const undecided = missing.some(({ decision }) => decision === name) || name === ahead
      // The person can go back to an unmade decision before the open one.
      return undecided && decisions.indexOf(name) > decisions.indexOf(open) ? 'later' : 'decided'
    },
  }
}
