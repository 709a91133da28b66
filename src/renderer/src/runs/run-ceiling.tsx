import { useQueryClient } from '@tanstack/react-query'
import type { Run } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { replaceAnswer } from '../api/replace-answer.ts'
import { useMay } from '../ui/allowed.tsx'
import { moneyText } from '../ui/format.ts'
import { costAt } from './cost-at.ts'
import { FeeCeiling } from './fee-ceiling.tsx'

/** The most that a run pays for a unit of gas; it can be changed while the run is under way. */
export function RunCeiling({ run }: { run: Run }) {
  const api = useApi()
  const queries = useQueryClient()
  const may = useMay('mint')
  return (
    <FeeCeiling
      chain={run.chain}
      ceiling={run.feeCeiling}
      label="Fee ceiling"
      meaning={(price) => {
        const cost = costAt(run, price)
        return cost === null ? null : `it waits while all of it would cost more than about ${moneyText(cost)}`
      }}
      ended={!may || run.state === 'finished' || run.state === 'cancelled'}
      onChange={async (feeCeiling) => {
        replaceAnswer(queries, keys.run(run.id), await api.changeRun(run.id, { feeCeiling }))
      }}
    />
  )
}
