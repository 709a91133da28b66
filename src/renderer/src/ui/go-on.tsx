import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CollectionSummary } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Confirm } from './confirm.tsx'
import { Failure } from './failure.tsx'

/** Lets a stopped collection go on, after asking. */
export function GoOn({ collection }: { collection: CollectionSummary }) {
  const api = useApi()
  const queries = useQueryClient()
  const [asking, { open, close }] = useDisclosure(false)
  const resume = useMutation({
    mutationFn: () => api.resumeCollection(collection.id),
    onSuccess: () => {
      notifications.show({ message: `${collection.metadata.name} goes on.` })
      close()
      void queries.invalidateQueries({ queryKey: keys.collections })
      void queries.invalidateQueries({ queryKey: keys.runs })
    },
  })
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Go on…
      </Button>
      <Confirm
        opened={asking}
        onClose={close}
        title={`Go on with “${collection.metadata.name}”?`}
        keep="Leave it stopped"
        act="Go on"
        danger={false}
        pending={resume.isPending}
        failure={resume.error && <Failure title="It does not go on" error={resume.error} money="Nothing was spent." />}
        onAct={() => resume.mutate()}
      >
        Look at the collection on its chain first. Batches that the chain does not hold then count as failed, and can be
        retried. NFTs on the chain that nobody here knows stay as they are: what is asked for again with the recipient
        and the metadata address of one counts as that one.
      </Confirm>
    </>
  )
}
