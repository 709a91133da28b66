import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api/context.tsx'
import { Confirm } from '../confirm.tsx'
import { Failure } from '../failure.tsx'

/** Replaces, after asking, transactions that Mintdesk does not know by empty ones with the same nonces. */
export function FreeNetwork({ chain, chainLabel }: { chain: string; chainLabel: string }) {
  const api = useApi()
  const [asking, { open, close }] = useDisclosure(false)
  const free = useMutation({
    mutationFn: () => api.freeNetwork(chain),
    onSuccess: () => {
      close()
      notifications.show({ message: 'They are being replaced; minting goes on when that is confirmed.' })
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
