import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Replaces a cached answer by the newer one that a change gave. A call for it that is still under way may have been answered before the change: what
 * it answers is dropped.
 */
export function replaceAnswer<Answer>(queries: QueryClient, queryKey: QueryKey, answer: Answer): void {
  void queries.cancelQueries({ queryKey, exact: true })
  queries.setQueryData<Answer>(queryKey, answer)
}
