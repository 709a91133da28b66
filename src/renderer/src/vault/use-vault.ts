import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { VaultState } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { replaceAnswer } from '../api/replace-answer.ts'

/** The state of the vault of the live projects' seed. */
export function useVault() {
  const api = useApi()
  return useQuery({ queryKey: keys.vault, queryFn: api.vault })
}

/** Caches an answer about the vault and refetches what depends on it. */
export function useTakeVault(): (state: VaultState) => void {
  const queries = useQueryClient()
  return (state) => {
    replaceAnswer(queries, keys.vault, state)
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.vault[0] })
  }
}
