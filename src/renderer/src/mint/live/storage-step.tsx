import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { StorageForm } from '../../settings/storage/storage-form.tsx'
import { Failure } from '../../ui/failure.tsx'
import { useTakeChecklist } from './use-checklist.ts'

/** Where pictures are stored: a storage that is tested and set in place, or the statement that the person hosts them already. */
export function StorageStep({ projectId }: { projectId: string }) {
  const api = useApi()
  const queries = useQueryClient()
  const take = useTakeChecklist(projectId)
  const host = useMutation({
    mutationFn: () => api.changeChecklist(projectId, { hostsMetadata: true }),
    onSuccess: take,
  })
  return (
    <Stack gap="md">
      <StorageForm
        service={null}
        onDone={() => void queries.invalidateQueries({ queryKey: keys.checklist })}
        onCancel={undefined}
      />
      <div>
        <Text size="sm" mb={4}>
          Is the metadata of your NFTs on a server of yours already, and does every row name its address?
        </Text>
        <Button variant="default" loading={host.isPending} onClick={() => host.mutate()}>
          I host it myself
        </Button>
      </div>
      {host.error && <Failure title="That was not kept" error={host.error} />}
    </Stack>
  )
}
