import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Import, LinkTrial } from '../../../../shared/app-api.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { sayFailed } from '../../ui/say-failed.ts'

/** How often is asked how far it is, ms: the core stops what nobody asks about. */
const askedEvery = 1_000

export interface LinkTrialOf {
  /** undefined until it is known whether there are any. */
  trial: LinkTrial | undefined
  /** Tries those anew that could not be had. */
  again(): void
  busy: boolean
}

/** Has the linked pictures of a file tried while it is on screen; anew when its rows are others. */
export function useLinkTrial(file: Import): LinkTrialOf {
  const api = useApi()
  const queries = useQueryClient()
  const { lastCorrection, columns, options, sheet } = file
  const queryKey = [...keys.linkTrial(file.id), JSON.stringify([lastCorrection, columns, options, sheet])]
  const { data } = useQuery({
    queryKey,
    queryFn: () => api.tryLinks(file.id),
    enabled: file.state === 'checked',
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : askedEvery),
    staleTime: 0,
  })
  const again = useMutation({
    mutationFn: () => api.tryLinks(file.id, true),
    onSuccess: (trial) => queries.setQueryData(queryKey, trial),
    onError: sayFailed('The links were not tried again', 'Nothing was spent.'),
  })
  return { trial: data, again: () => again.mutate(), busy: again.isPending || data?.state === 'running' }
}

/** How far the links are tried, as a part of a line; '' where there is nothing to say any more. */
export function trialWords({ trial }: LinkTrialOf): string {
  if (trial === undefined || trial.state === 'done' || trial.total === 0) return ''
  const { tried, total } = trial
  return `${tried.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} links tried`
}
