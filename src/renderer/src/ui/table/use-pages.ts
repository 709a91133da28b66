import { type QueryKey, useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

const pageSize = 100

interface PageOf<Row> {
  total: number
  rows: Row[]
}

export interface Pages<Row> {
  /** The row at an index of the list; undefined while its page is on the way. */
  rowAt(index: number): Row | undefined
  /** A row of the pages on screen. */
  find(isIt: (row: Row) => boolean): Row | undefined
  /** Reports which indexes are on screen; their pages are fetched. */
  onRange(first: number, last: number): void
  /** The length of the list, from the last answer. */
  total: number | undefined
  error: unknown
  retry(): void
}

/** A long list in pages of 100, fetched as they come into view; events that change the list refetch those on screen. */
export function usePages<Row>(
  queryKey: QueryKey,
  fetchPage: (offset: number, limit: number) => Promise<PageOf<Row>>,
): Pages<Row> {
  const [[first, last], setRange] = useState<readonly [number, number]>([0, 0])
  const answers = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, step) => ({
      queryKey: [...queryKey, first + step],
      queryFn: () => fetchPage((first + step) * pageSize, pageSize),
    })),
  })
  const onRange = useCallback((from: number, to: number) => {
    const firstPage = Math.floor(Math.max(0, from) / pageSize)
    const lastPage = Math.floor(Math.max(0, to) / pageSize)
    setRange((old) => (old[0] === firstPage && old[1] === lastPage ? old : [firstPage, lastPage]))
  }, [])
  const failed = answers.find((answer) => answer.isError)
  return {
    rowAt: (index) => answers[Math.floor(index / pageSize) - first]?.data?.rows[index % pageSize],
    find: (isIt) => answers.flatMap(({ data }) => data?.rows ?? []).find(isIt),
    onRange,
    total: answers.find((answer) => answer.data)?.data?.total,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  }
}
