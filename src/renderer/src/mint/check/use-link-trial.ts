import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Import, LinkTrial } from '../../../../shared/app-api.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { replaceAnswer } from '../../api/replace-answer.ts'
import { sayFailed } from '../../ui/say-failed.ts'

/** How often the progress is asked for, ms: the core stops a trial that nobody asks about. */
const askedEvery = 1_000

export interface LinkTrialOf {
  /** undefined until it is known whether there are links. */
  trial: LinkTrial | undefined
  /** Tries the links again that could not be loaded. */
  again(): void
  busy: boolean
}

/** Has the linked pictures of a file tried while it is on screen, and tried again when its rows change. */
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
    onSuccess: (trial) => replaceAnswer(queries, queryKey, trial),
    onError: sayFailed('The links were not tried again', 'Nothing was spent.'),
  })
  return { trial: data, again: () => again.mutate(), busy: again.isPending || data?.state === 'running' }
}

/** The progress of the trial as a part of a line; '' where there is nothing left to say. */
export function trialWords({ trial }: LinkTrialOf): string {
  if (trial === undefined || trial.state === 'done' || trial.total === 0) return ''
  const { tried, total } = trial
  return `${tried.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} links tried`
}
