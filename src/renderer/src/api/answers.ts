import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query'

/**
 * The cached answers of the core. A `QueryClient` that also asks again for what is just being asked for the first time when it is invalidated: that
 * call may be answered before the change. TanStack Query forgets such an invalidation (https://github.com/TanStack/query/issues/8530). The same for
 * the next page of a list: TanStack Query would cancel it and ask for the pages that are there, so “Show more” would do nothing.
 */
export class Answers extends QueryClient {
  readonly #again = new Map<Query, Promise<void>>()

  override async invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions): Promise<void> {
    const asked = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
    const later = new Set(asked.filter(({ state }) => state.data === undefined || isNextPage(state)))
    const now = (query: Query): boolean => !later.has(query) && (filters.predicate?.(query) ?? true)
    await Promise.all([
      super.invalidateQueries({ ...filters, predicate: now }, options),
      ...[...later].map((query) => this.#askAgain(query)),
    ])
  }

  /** Not at once: where changes come faster than answers, the first answer would never be there. */
  #askAgain(query: Query): Promise<void> {
    const known = this.#again.get(query)
    if (known) return known
    const again = Promise.resolve(query.promise)
      .catch(() => {})
      .then(() => {
        this.#again.delete(query)
        return super.invalidateQueries({ queryKey: query.queryKey, exact: true })
      })
    this.#again.set(query, again)
    return again
  }
}

function isNextPage({ fetchMeta }: Query['state']): boolean {
  return fetchMeta?.fetchMore !== undefined
}
