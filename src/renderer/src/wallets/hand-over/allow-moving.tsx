import { Alert, Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Project } from '../../../../shared/app-api.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { sayFailed } from '../../ui/say-failed.ts'

/** Says why nothing can be handed over, with the switch that allows it. */
export function AllowMoving({ project }: { project: Project }) {
  const api = useApi()
  const queries = useQueryClient()
  const [asking, { open, close }] = useDisclosure(false)
  const allow = useMutation({
    mutationFn: () => api.changeProject(project.id, { enterprise: true }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.state }),
    onError: sayFailed('It was not allowed'),
    onSettled: close,
  })
  return (
    <Alert color="blue" variant="light" title="This project may not move people’s NFTs">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          NFTs that were minted to e-mail addresses and user ids lie in wallets of this project. Handing them over needs
          your permission, once for the project.
        </Text>
        <Button onClick={open}>Allow moving people’s NFTs…</Button>
      </Stack>
      <Confirm
        opened={asking}
        onClose={close}
        title="Allow moving people’s NFTs?"
        keep="Leave it off"
        act="Allow it"
        danger={false}
        pending={allow.isPending}
        onAct={() => allow.mutate()}
      >
        You, and API keys of this project with the scope wallets:nfts.transfer, can then move NFTs out of people’s
        wallets. It can be taken back in Settings, under General.
      </Confirm>
    </Alert>
  )
}
