import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { HandOver } from '../../../../shared/app-api.ts'
import type { HandOverOrder } from '../../../../shared/app-client/hand-overs.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { replaceAnswer } from '../../api/replace-answer.ts'
import { Allowed, useMay } from '../../ui/allowed.tsx'
import { counted } from '../../ui/format.ts'
import { OrderButtons } from '../../ui/order-buttons.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { sayFailed } from '../../ui/say-failed.ts'

const failed: Record<HandOverOrder, string> = {
  pause: 'It was not paused',
  resume: 'It was not resumed',
  cancel: 'It was not cancelled',
  retry: 'What failed is not tried again',
}

/** What can be done with a hand-over as it now is. */
export function HandOverActions({ handOver }: { handOver: HandOver }) {
  const api = useApi()
  const queries = useQueryClient()
  const [, go] = useLocation()
  const { id, name, nfts, state, startedAt, completedAt } = handOver
  const order = useMutation({
    mutationFn: (what: HandOverOrder) => api.orderHandOver(id, what),
    onSuccess: (now) => {
      replaceAnswer(queries, keys.handOver(id), now)
      void queries.invalidateQueries({ queryKey: keys.handOverParts(id) })
    },
    onError: (error, what) => sayFailed(failed[what], 'No NFT moves twice by trying again.')(error),
  })
  const drop = useMutation({
    mutationFn: () => api.dropHandOver(id),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.handOvers, exact: true })
      go('/wallets/hand-over')
    },
    onError: sayFailed('It was not dropped'),
  })
  const may = useMay('mint')
  if (startedAt === null)
    return state === 'checking' || !may ? null : (
      <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate()}>
        Use another file
      </Button>
    )
  const { waiting, failed: left } = nfts
  return (
    <>
      <Allowed right="mint">
        <OrderButtons
          // A cancelled hand-over cannot be retried.
          {...{ state, unsent: waiting, failed: completedAt !== null && state === 'finished' ? left : 0 }}
          {...{ busy: order.isPending, onOrder: order.mutate }}
          cancelling={{
            label: 'Cancel the rest',
            keep: state === 'paused' ? 'Leave it paused' : 'Go on moving',
            act: `Cancel ${counted(waiting, 'NFT')}`,
            meaning: `${counted(waiting, 'NFT')} ${waiting === 1 ? 'has' : 'have'} not been sent and will stay where ${waiting === 1 ? 'it is' : 'they are'}. What is sent already arrives and is paid for.`,
          }}
        />
      </Allowed>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        onClick={() => {
          saveFile(api.handOverResults(id), `${name.replace(/\.[^.]+$/, '')} - results.csv`).catch(
            sayFailed('The results could not be saved'),
          )
        }}
      >
        Download results
      </Button>
    </>
  )
}
