import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Network } from '../../../shared/app-api.ts'
import { resetText } from '../../../shared/words/reset-text.ts'
import { useApi } from '../api/context.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Failure } from '../ui/failure.tsx'

/** Asks whether to reset a practice network, says what is deleted with it, and has it reset. */
export function ResetDialog({ network, onClose }: { network: Network | null; onClose(): void }) {
  const api = useApi()
  const queries = useQueryClient()
  const counts = useQuery({
    queryKey: ['reset', network?.chain],
    queryFn: () => api.resetCounts(network?.chain ?? ''),
    enabled: network !== null,
    gcTime: 0,
  })
  const reset = useMutation({
    mutationFn: ({ chain }: Network) => api.resetPractice(chain),
    onSuccess: (_answer, { label }) => {
      notifications.show({ message: `The practice network for ${label} began afresh.` })
      onClose()
      void queries.invalidateQueries()
    },
  })
  const close = () => {
    reset.reset()
    onClose()
  }
  const failed = reset.error ?? counts.error
  return (
    <Confirm
      opened={network !== null}
      onClose={close}
      title={`Reset the practice network for ${network?.label ?? ''}?`}
      keep="Keep it"
      act="Reset"
      pending={reset.isPending || counts.isPending}
      failure={failed && <Failure title="It was not reset" error={failed} />}
      onAct={() => network && reset.mutate(network)}
    >
      {counts.data ? resetText(counts.data) : 'Counting what goes with it…'}
    </Confirm>
  )
}
