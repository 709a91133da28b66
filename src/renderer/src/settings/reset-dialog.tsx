import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Network } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { Failure } from '../ui/failure.tsx'

/** Asks whether a practice network is to begin anew, and has it do so. */
export function ResetDialog({ network, onClose }: { network: Network | null; onClose(): void }) {
  return (
    <Modal
      opened={network !== null}
      onClose={onClose}
      title={`Reset the practice network for ${network?.label ?? ''}?`}
    >
      {network && <Question network={network} onClose={onClose} />}
    </Modal>
  )
}

function Question({ network, onClose }: { network: Network; onClose(): void }) {
  const api = useApi()
  const queries = useQueryClient()
  const reset = useMutation({
    mutationFn: () => api.resetPractice(network.chain),
    onSuccess: () => {
      notifications.show({ message: `The practice network for ${network.label} began anew.` })
      onClose()
      void queries.invalidateQueries()
    },
  })
  return (
    <Stack gap="md">
      <Text>
        Its chain is thrown away and begun anew. What other programs put there is gone. Collections and NFTs that
        Mintdesk made come back by themselves within moments, under the same addresses.
      </Text>
      {reset.error && <Failure title="It was not reset" error={reset.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button color="red" loading={reset.isPending} onClick={() => reset.mutate()}>
          Reset
        </Button>
      </Group>
    </Stack>
  )
}
