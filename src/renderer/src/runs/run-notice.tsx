import { Alert, Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import type { Run } from '../../../shared/app-api.ts'
import { useApi, useCollections } from '../api/context.tsx'
import { Allowed } from '../ui/allowed.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Failure } from '../ui/failure.tsx'
import { GoOn } from '../ui/go-on.tsx'
import { plainWords } from '../ui/plain-words.ts'

/** Why a run does not go on, and what a person can do about it here. */
export function RunNotice({ run, notice }: { run: Run; notice: string }) {
  const { data: collections } = useCollections()
  const collection = collections?.find(({ id }) => id === run.collectionId)
  return (
    <Alert color={run.state === 'waiting' ? 'yellow' : 'blue'} variant="light" role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm" className="breakable">
          {plainWords(notice)}
        </Text>
        {collection?.halted && (
          <Allowed right="admin">
            <GoOn collection={collection} />
          </Allowed>
        )}
        {run.waitsFor?.outside && <FreeNetwork run={run} />}
      </Stack>
    </Alert>
  )
}

/** Replaces, after asking, transactions that Mintdesk does not know by empty ones with the same nonces. */
function FreeNetwork({ run: { chain, chainLabel } }: { run: Run }) {
  const api = useApi()
  const [asking, { open, close }] = useDisclosure(false)
  const free = useMutation({
    mutationFn: () => api.freeNetwork(chain),
    onSuccess: () => {
      close()
      notifications.show({ message: 'They are being replaced; the run goes on when that is confirmed.' })
    },
  })
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Replace what waits there…
      </Button>
      <Confirm
        opened={asking}
        onClose={close}
        title={`Replace what waits on ${chainLabel}?`}
        keep="Wait"
        act="Replace"
        pending={free.isPending}
        failure={
          free.error && (
            <Failure
              title="Nothing was replaced"
              error={free.error}
              money="Nothing was spent."
              lost="Press it once more: each is replaced once."
            />
          )
        }
        onAct={() => free.mutate()}
      >
        Another program sent transactions with the fee balance’s key. Each gets an empty one in its place, and does not
        happen any more. That costs four times the usual fee at most, for each.
      </Confirm>
    </>
  )
}
