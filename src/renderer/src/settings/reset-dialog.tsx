import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Network } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Failure } from '../ui/failure.tsx'

/** Asks whether a practice network is to begin anew, and has it do so. */
export function ResetDialog({ network, onClose }: { network: Network | null; onClose(): void }) {
  const api = useApi()
  const queries = useQueryClient()
  const reset = useMutation({
    mutationFn: ({ chain }: Network) => api.resetPractice(chain),
    onSuccess: (_answer, { label }) => {
      notifications.show({ message: `The practice network for ${label} began anew.` })
      onClose()
      void queries.invalidateQueries()
    },
  })
  const close = () => {
    reset.reset()
    onClose()
  }
  return (
    <Confirm
      opened={network !== null}
      onClose={close}
      title={`Reset the practice network for ${network?.label ?? ''}?`}
      keep="Keep it"
      act="Reset"
      pending={reset.isPending}
      failure={reset.error && <Failure title="It was not reset" error={reset.error} />}
      onAct={() => network && reset.mutate(network)}
    >
      Its chain is thrown away and begun anew. What other programs put there is gone. Collections and NFTs that Mintdesk
      made come back by themselves within moments, under the same addresses.
    </Confirm>
  )
}
