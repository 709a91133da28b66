import { Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Run } from '../../../shared/app-api.ts'
import type { RunOrder } from '../../../shared/app-client/runs.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Allowed } from '../ui/allowed.tsx'
import { counted } from '../ui/format.ts'
import { OrderButtons } from '../ui/order-buttons.tsx'
import { saveFile } from '../ui/save-file.ts'
import { SaveSheet } from '../ui/save-sheet.tsx'
import { sayFailed } from '../ui/say-failed.ts'

const failed: Record<RunOrder, string> = {
  pause: 'The run was not paused',
  resume: 'The run was not resumed',
  cancel: 'The run was not cancelled',
  retry: 'The failed NFTs are not tried again',
}

/** What can be done with a run as it now is. */
export function RunActions({ run }: { run: Run }) {
  const api = useApi()
  const queries = useQueryClient()
  const order = useMutation({
    mutationFn: (name: RunOrder) => api.orderRun(run.id, name),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.run(run.id) })
      void queries.invalidateQueries({ queryKey: keys.runs })
      void queries.invalidateQueries({ queryKey: keys.runRows(run.id) })
    },
    onError: (error, name) => sayFailed(failed[name], 'No NFT is minted twice by trying again.')(error),
  })
  const unsent = run.counts.queued + run.counts.prepared
  return (
    <Group gap="xs">
      <Allowed right="mint">
        <OrderButtons
          {...{ state: run.state, unsent, failed: run.counts.failed, busy: order.isPending, onOrder: order.mutate }}
          cancelling={{
            label: 'Cancel what is not sent',
            keep: run.state === 'paused' ? 'Leave it paused' : 'Go on minting',
            act: `Cancel ${counted(unsent, 'NFT')}`,
            meaning: `${counted(unsent, 'NFT')} ${unsent === 1 ? 'has' : 'have'} not been sent and will not be minted; no fee is paid for them. What is sent already is minted and paid for. The results file names both.`,
          }}
        />
      </Allowed>
      <SaveSheet
        label="Save results"
        onSave={(format) => {
          const name = `${run.name.replace(/\.[^.]+$/, '')} - results.${format}`
          saveFile(api.results(run.id, { format }), name).catch(sayFailed('The results could not be saved'))
        }}
      />
    </Group>
  )
}
