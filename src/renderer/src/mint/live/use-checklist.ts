import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Checklist } from '../../../../shared/app-api.ts'
import { useApi, useAppState } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'

/** Ours: how often it is looked whether money came, or the first NFT is there, ms. */
const lookEvery = 4_000

/** The checklist of the project that is shown, looked at again and again until it is done; asked for of live projects alone. */
export function useChecklist() {
  const api = useApi()
  const { data: state } = useAppState()
  const project = state?.project
  return useQuery({
    queryKey: [...keys.checklist, project?.id],
    queryFn: () => api.checklist(project?.id ?? ''),
    enabled: project?.kind === 'live',
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.done ? false : lookEvery),
  })
}

/** Takes an answer that holds the checklist anew. */
export function useTakeChecklist(projectId: string): (list: Checklist) => void {
  const queries = useQueryClient()
  return (list) => queries.setQueryData([...keys.checklist, projectId], list)
}
