import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { VaultSignedOut, VaultState } from '../../../shared/app-api.ts'
import { useApi, useEnter } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { replaceAnswer } from '../api/replace-answer.ts'

/** The state of the vault of the live projects' seed. */
export function useVault() {
  const api = useApi()
  return useQuery({ queryKey: keys.vault, queryFn: api.vault })
}

/** Caches an answer about the vault and refetches what depends on it. If it ended all sessions, this window enters again with a ticket. */
export function useTakeVault(): (state: VaultState | VaultSignedOut) => void {
  const queries = useQueryClient()
  const enter = useEnter()
  return (state) => {
    if ('ticket' in state && state.ticket !== null) enter(state.ticket)
    replaceAnswer(queries, keys.vault, state)
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.vault[0] })
  }
}
