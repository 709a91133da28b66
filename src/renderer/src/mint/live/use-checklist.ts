import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Checklist } from '../../../../shared/app-api.ts'
import { useApi, useAppState } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { replaceAnswer } from '../../api/replace-answer.ts'

/** Ours: how often to look whether coin has arrived, or the first NFT is minted, ms. */
const lookEvery = 4_000

/** The checklist of the shown project, polled until it is done; only for live projects. */
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

/** Returns the function that caches a new checklist. */
export function useTakeChecklist(projectId: string): (list: Checklist) => void {
  const queries = useQueryClient()
  return (list) => replaceAnswer(queries, [...keys.checklist, projectId], list)
}
