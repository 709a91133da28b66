import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createEventTaker } from '../../src/renderer/src/api/apply-event.ts'
import { keys } from '../../src/renderer/src/api/keys.ts'
import { createPushedObjects } from '../../src/renderer/src/api/pushed.ts'
import type { Run } from '../../src/shared/app-api.ts'
import { run } from './a-run.ts'

it('shows a run as its last event has it, in the list and by itself, and says once that it ended', () => {
  const queries = new QueryClient()
  const ended: string[] = []
  const take = createEventTaker(
    queries,
    createPushedObjects(),
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
    createPushedObjects(),
    ({ id }) => ended.push(id),
    () => undefined,
  )
  take({ type: 'run', run: { ...run, state: 'finished' } })
  expect(ended).toEqual([])
})
