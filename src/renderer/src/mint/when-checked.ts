import type { QueryClient } from '@tanstack/react-query'
import type { Import } from '../../../shared/app-api.ts'
import { keys } from '../api/keys.ts'

/** Resolves once no check of the import is under way, as the event stream reports. */
export function whenChecked(queries: QueryClient, id: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      const state = queries.getQueryData<Import>(keys.import(id))?.state
      if (state === undefined || state === 'checking') return
      stop()
      resolve()
    }
    const stop = queries.getQueryCache().subscribe(look)
    look()
  })
}
