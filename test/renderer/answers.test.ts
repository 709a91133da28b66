import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { Answers } from '../../src/renderer/src/api/answers.ts'

const key = ['collections']

/** An answer that is shown, whose calls the test answers. */
function shown(queries: Answers, queryKey: readonly string[] = key) {
  const calls: { resolve(answer: string): void; reject(error: Error): void }[] = []
  const queryFn = () => new Promise<string>((resolve, reject) => calls.push({ resolve, reject }))
  const observer = new QueryObserver(queries, { queryKey, queryFn, retry: false })
  observer.subscribe(() => {})
  return { calls, now: () => observer.getCurrentResult().data }
}

/** Until what is ready has been done. */
const rest = () => new Promise((resolve) => setImmediate(resolve))

it('what changes while it is asked for the first time is asked again, once', async () => {
  const queries = new Answers()
  const { calls, now } = shown(queries)
  const told = [queries.invalidateQueries({ queryKey: key }), queries.invalidateQueries()]
  await rest()
  expect(calls, 'the first answer is not put off').toHaveLength(1)
  calls[0]?.resolve('before')
  await rest()
  expect(now()).toBe('before')
  expect(calls).toHaveLength(2)
  calls[1]?.resolve('after')
  await Promise.all(told)
  expect(now()).toBe('after')
  await rest()
  expect(calls).toHaveLength(2)
})

it('the same where the first call fails', async () => {
  const queries = new Answers()
  const { calls, now } = shown(queries)
  const told = queries.invalidateQueries({ queryKey: key })
  calls[0]?.reject(new Error('too early'))
  await rest()
  calls[1]?.resolve('after')
  await told
  expect(now()).toBe('after')
})

it('what is there is asked again at once, and nothing else is', async () => {
  const queries = new Answers()
  const [{ calls, now }, other] = [shown(queries), shown(queries, ['runs'])]
  calls[0]?.resolve('before')
  await rest()
  const told = queries.invalidateQueries({ queryKey: key })
  expect(calls).toHaveLength(2)
  calls[1]?.resolve('after')
  await told
  other.calls[0]?.resolve('runs')
  await rest()
  expect([now(), other.now()]).toEqual(['after', 'runs'])
  expect(other.calls).toHaveLength(1)
})

it('the next page of a list is not given up for what changes meanwhile; all is asked again after it', async () => {
  const queries = new Answers()
  const calls: { page: number; resolve(answer: string): void }[] = []
  const observer = new InfiniteQueryObserver(queries, {
    queryKey: key,
    queryFn: ({ pageParam: page }) => new Promise<string>((resolve) => calls.push({ page, resolve })),
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => pages.length + 1,
    retry: false,
  })
  observer.subscribe(() => {})
  calls[0]?.resolve('first')
  await rest()
  const more = observer.fetchNextPage()
  const told = [queries.invalidateQueries({ queryKey: key }), queries.invalidateQueries()]
  await rest()
  expect(calls.map(({ page }) => page)).toEqual([1, 2])
  calls[1]?.resolve('second')
  expect((await more).data?.pages).toEqual(['first', 'second'])
  await rest()
  calls[2]?.resolve('first again')
  await rest()
  calls[3]?.resolve('second again')
  await Promise.all(told)
  expect(observer.getCurrentResult().data?.pages).toEqual(['first again', 'second again'])
  expect(calls.map(({ page }) => page)).toEqual([1, 2, 1, 2])
})
