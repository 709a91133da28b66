import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createEventTaker } from '../../src/renderer/src/api/apply-event.ts'
import { keys } from '../../src/renderer/src/api/keys.ts'
import type { Run } from '../../src/shared/app-api.ts'

const run: Run = {
  id: 'r',
  name: 'badges.csv',
  collectionId: 'default-polygon',
  collectionName: 'Default',
  chain: 'polygon',
  chainLabel: 'Polygon',
  contractAddress: null,
  state: 'running',
  notice: null,
  counts: { total: 2, queued: 2, prepared: 0, sent: 0, succeeded: 0, failed: 0, cancelled: 0 },
  transactions: 0,
  gasUsed: '0',
  fee: '0',
  quotedFee: null,
  quote: null,
  restFee: null,
  feeDifference: null,
  feeCeiling: null,
  waitsFor: null,
  symbol: 'POL',
  decimals: 18,
  rate: 0,
  secondsLeft: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  completedAt: null,
  history: [],
}

it('shows a run as its last event has it, in the list and by itself, and says once that it ended', () => {
  const queries = new QueryClient()
  const ended: string[] = []
  const take = createEventTaker(
    queries,
    ({ id }) => ended.push(id),
    () => undefined,
  )
  queries.setQueryData(keys.runs, [run])
  take({ type: 'run', run: { ...run, rate: 5 } })
  expect(queries.getQueryData<Run[]>(keys.runs)?.[0]?.rate).toBe(5)
  expect(queries.getQueryData<Run>(keys.run('r'))?.rate).toBe(5)
  const finished: Run = { ...run, state: 'finished' }
  take({ type: 'run', run: finished })
  take({ type: 'run', run: finished })
  expect(ended).toEqual(['r'])
  take({ type: 'run', run: { ...run, id: 'new' } })
  expect(queries.getQueryData<Run[]>(keys.runs)?.map(({ id }) => id)).toEqual(['new', 'r'])
})

it('says nothing about a run that had ended before the window was opened', () => {
  const ended: string[] = []
  const take = createEventTaker(
    new QueryClient(),
    ({ id }) => ended.push(id),
    () => undefined,
  )
  take({ type: 'run', run: { ...run, state: 'finished' } })
  expect(ended).toEqual([])
})
