import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Api } from '../api/api.ts'
import { keys } from '../api/keys.ts'

/** The key of the row pages of one filter, or of one group of problems; a page's number follows it. */
export function rowsKey(id: string, filter: string, code = '', column = '') {
  return [...keys.importRows(id), filter, code, column] as const
}

/** The first 100 rows, shared with the table of the Check step. */
export function firstRows(api: Api, id: string) {
  return queryOptions({
    queryKey: [...rowsKey(id, 'all'), 0],
    queryFn: () => api.importRows(id, { filter: 'all', offset: 0, limit: 100 }),
  })
}

/** Refetches what a change of an import makes stale: the import, its rows on screen, and its price. */
export function useRefreshRows(id: string): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(async () => {
    // The call's answer may be older than an event that came before it, so the present state is fetched.
    await queries.invalidateQueries({ queryKey: keys.import(id) })
    void queries.invalidateQueries({ queryKey: keys.importRows(id) })
    void queries.invalidateQueries({ queryKey: keys.quote(id) })
  }, [queries, id])
}
