import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import { keys } from '../api/keys.ts'

/** The key of the row pages of one filter; a page's number follows it. */
export function rowsKey(id: string, filter: string, code: string) {
  return [...keys.importRows(id), filter, code] as const
}

/** The first 100 rows, shared with the table of the Check step. */
export function firstRows(api: Api, id: string) {
  return queryOptions({
    queryKey: [...rowsKey(id, 'all', ''), 0],
    queryFn: () => api.importRows(id, { filter: 'all', offset: 0, limit: 100 }),
  })
}
