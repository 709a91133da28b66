import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { VaultSignedOut, VaultState } from '../../../shared/app-api.ts'
import { useApi, useEnter } from '../api/context.tsx'
import { keys } from '../api/keys.ts'

/** How the vault of the live projects' seed stands. */
export function useVault() {
  const api = useApi()
  return useQuery({ queryKey: keys.vault, queryFn: api.vault })
}

/** Takes an answer about the vault; what depends on it is asked for again. Where it ended all sessions, this window comes in again. */
export function useTakeVault(): (state: VaultState | VaultSignedOut) => void {
  const queries = useQueryClient()
  const enter = useEnter()
  return (state) => {
    if ('ticket' in state && state.ticket !== null) enter(state.ticket)
    queries.setQueryData(keys.vault, state)
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.vault[0] })
  }
}
