import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Network } from '../../../../shared/app-api.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { Failure } from '../../ui/failure.tsx'

/** Removes a network that a person added, after a question. */
export function RemoveNetworkDialog({ network, onClose }: { network: Network | null; onClose(): void }) {
  return (
    <Modal opened={network !== null} onClose={onClose} title={`Remove ${network?.label ?? ''}?`}>
      {network && <Question network={network} onClose={onClose} />}
    </Modal>
  )
}

function Question({ network: { chain }, onClose }: { network: Network; onClose(): void }) {
  const api = useApi()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.removeNetwork(chain),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.state })
      onClose()
    },
  })
  return (
    <Stack gap="md">
      <Text size="sm">
        Its RPCs, its caps and its practice network go. It stays while a project has a collection on it, and can be
        added again.
      </Text>
      {remove.error && <Failure title="The network was not removed" error={remove.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          Remove
        </Button>
      </Group>
    </Stack>
  )
}
