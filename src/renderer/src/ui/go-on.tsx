import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CollectionSummary } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Confirm } from './confirm.tsx'
import { Failure } from './failure.tsx'

/** Resumes a halted collection, after asking: from where it stopped, or by taking it over from another copy of Mintdesk. */
export function GoOn({ collection }: { collection: CollectionSummary }) {
  const api = useApi()
  const words = collection.otherWriter ? takingOver(collection) : goingOn(collection)
  const queries = useQueryClient()
  const [asking, { open, close }] = useDisclosure(false)
  const resume = useMutation({
    mutationFn: () => (collection.otherWriter ? api.takeOver(collection.id) : api.resumeCollection(collection.id)),
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
        {words.act}…
      </Button>
      <Confirm
        opened={asking}
        onClose={close}
        title={words.title}
        keep="Leave it stopped"
        act={words.act}
        danger={false}
        pending={resume.isPending}
        failure={
          resume.error && (
            <Failure
              title="It does not go on"
              error={resume.error}
              money="Nothing was spent."
              lost="Press it once more: it goes on once."
            />
          )
        }
        onAct={() => resume.mutate()}
      >
        {words.text}
      </Confirm>
    </>
  )
}

interface Words {
  act: string
  title: string
  text: string
}

function goingOn({ metadata, fungibility }: CollectionSummary): Words {
  const again =
    fungibility === 'semi-fungible'
      ? 'what is asked for again is minted once more.'
      : 'what is asked for again with the recipient and the metadata address of one counts as that one.'
  return {
    act: 'Go on',
    title: `Go on with “${metadata.name}”?`,
    text: `Look at the collection on its chain first. Batches that the chain does not hold then count as failed, and can be retried. NFTs on the chain that nobody here knows stay as they are: ${again} If the chain still differs from this database, it stops again.`,
  }
}

function takingOver({ metadata }: CollectionSummary): Words {
  return {
    act: 'Take over',
    title: `Take over “${metadata.name}”?`,
    text: 'Close the other copy of Mintdesk first. What it minted is then read from the chain, and this one mints what is still waiting here. If the other copy goes on, it stops at its next batch and asks the same.',
  }
}
