import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { VaultState } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'

/** How the vault of the live projects' seed stands. */
export function useVault() {
  const api = useApi()
  return useQuery({ queryKey: keys.vault, queryFn: api.vault })
}

/** Takes an answer about the vault; what depends on it is asked for again. */
export function useTakeVault(): (state: VaultState) => void {
  const queries = useQueryClient()
  return (state) => {
    queries.setQueryData(keys.vault, state)
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.vault[0] })
  }
}
