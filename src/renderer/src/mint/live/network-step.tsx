import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useAppState } from '../../api/context.tsx'
import { RpcDialog } from '../../settings/rpc-dialog.tsx'
import { RpcReports } from '../../settings/rpc-reports.tsx'
import { Failure } from '../../ui/failure.tsx'
import { useTakeChecklist } from './use-checklist.ts'

/** Tests the network that the person begins with; other RPCs can be set where none passes. */
export function NetworkStep({ projectId, chain }: { projectId: string; chain: string | null }) {
  const api = useApi()
  const take = useTakeChecklist(projectId)
  const { data: state } = useAppState()
  const [changing, setChanging] = useState(false)
  const test = useMutation({
    mutationFn: () => api.testChecklistNetwork(projectId),
    onSuccess: ({ checklist }) => take(checklist),
  })
  const network = state?.networks.find((one) => one.chain === chain) ?? null
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Button loading={test.isPending} onClick={() => test.mutate()}>
          Test the network
        </Button>
        <Button variant="default" onClick={() => setChanging(true)} disabled={network === null}>
          Use other servers
        </Button>
      </Group>
      {test.data && <RpcReports reports={test.data.reports} />}
      {test.error && <Failure title="It was not tested" error={test.error} money="Nothing was spent." />}
      <RpcDialog
        network={changing ? network : null}
        onClose={() => {
          setChanging(false)
          test.reset()
        }}
      />
    </Stack>
  )
}
