import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { replaceAnswer } from '../../src/renderer/src/api/replace-answer.ts'

const key = ['recovery']

/** A watched answer whose calls the test answers itself. */
function watched(queries: QueryClient) {
  const calls: ((answer: string) => void)[] = []
  const observer = new QueryObserver(queries, {
    queryKey: key,
    queryFn: () => new Promise<string>((resolve) => calls.push(resolve)),
  })
  observer.subscribe(() => {})
  const answer = async (text: string): Promise<void> => {
    calls.shift()?.(text)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { shown: () => observer.getCurrentResult(), answer }
}

it('what a change answers stays, also where an earlier call is answered after it', async () => {
  const queries = new QueryClient()
  const { shown, answer } = watched(queries)
  replaceAnswer(queries, key, 'running')
  await answer('idle')
  expect(shown()).toMatchObject({ data: 'running', status: 'success', fetchStatus: 'idle' })
})

it('the same where there was an answer before; a later call counts', async () => {
  const queries = new QueryClient()
  const { shown, answer } = watched(queries)
  await answer('idle')
  void queries.invalidateQueries({ queryKey: key })
  replaceAnswer(queries, key, 'running')
  await answer('idle')
  expect(shown().data).toBe('running')
  void queries.invalidateQueries({ queryKey: key })
  await answer('done')
  expect(shown()).toMatchObject({ data: 'done', status: 'success' })
})

it('calls for other answers go on', async () => {
  const queries = new QueryClient()
  const { shown, answer } = watched(queries)
  replaceAnswer(queries, [...key, 'part'], 'one')
  replaceAnswer(queries, key.slice(1), 'all')
  await answer('idle')
  expect(shown().data).toBe('idle')
})
