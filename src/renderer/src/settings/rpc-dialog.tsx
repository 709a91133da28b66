import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Network } from '../../../shared/app-api.ts'
import { CallError } from '../../../shared/call-error.ts'
import { oneRpc } from '../../../shared/words/rpc-words.ts'
import type { Api } from '../api/api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { replaceAnswer } from '../api/replace-answer.ts'
import { Failure } from '../ui/failure.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { RpcReports } from './rpc-reports.tsx'

/** The RPCs of a live network: shows, tests, changes and restores the list. */
export function RpcDialog({ network, onClose }: { network: Network | null; onClose(): void }) {
  return (
    <Modal opened={network !== null} onClose={onClose} title={`RPCs of ${network?.label ?? ''}`} size="xl">
      {network && <Loaded network={network} onClose={onClose} />}
    </Modal>
  )
}

function Loaded({ network, onClose }: { network: Network; onClose(): void }) {
  const api = useApi()
  const { data, error, refetch } = useQuery({
    queryKey: keys.rpcs(network.chain),
    queryFn: () => api.rpcs(network.chain),
    staleTime: 0,
  })
  if (error && !data)
    return <Failure title="The RPCs could not be looked up" error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting what="RPCs" lines={3} />
  return <Editor key={data.rpcs.join(' ')} network={network} list={data} onClose={onClose} />
}

function Editor({
  network,
  list,
  onClose,
}: {
  network: Network
  list: Awaited<ReturnType<Api['rpcs']>>
  onClose(): void
}) {
  const api = useApi()
  const queries = useQueryClient()
  /** The list that this change starts from: others may set a new one meanwhile. */
  const [shown, setShown] = useState(list.rpcs)
  const [text, setText] = useState(list.rpcs.join('\n'))
  const wanted = text.split(/\s+/).filter((url) => url !== '')
  const test = useMutation({ mutationFn: () => api.testRpcs(network.chain, wanted) })
  const set = useMutation({
    mutationFn: (rpcs: string[] | null) => api.setRpcs(network.chain, rpcs, shown),
    // The refusal names the present list, so a person who saves again has seen it.
    onError: async (error) => {
      if (error instanceof CallError && error.code === 'rpc.changed') setShown((await api.rpcs(network.chain)).rpcs)
    },
    onSuccess: (saved, rpcs) => {
      replaceAnswer(queries, keys.rpcs(network.chain), saved)
      void queries.invalidateQueries({ queryKey: keys.state })
      if (rpcs !== null) onClose()
    },
  })
  return (
    <Stack gap="md">
      <Textarea
        label="Addresses, one on each line"
        description="The first that answers is used, the others when it does not, and to check it. Keys in addresses are hidden, and stay as they are."
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
        classNames={{ input: 'mono' }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {wanted.length === 1 && <Text size="sm">{oneRpc}</Text>}
      {test.error && <Failure title="They could not be tested" error={test.error} />}
      {test.data && <RpcReports reports={test.data} />}
      {set.error && <Failure title="The list was not saved" error={set.error} money="The one before is used." />}
      <Group justify="space-between" gap="xs">
        <Button
          variant="subtle"
          disabled={!list.custom || list.defaults.length === 0}
          loading={set.isPending && set.variables === null}
          onClick={() => set.mutate(null)}
        >
          Back to the default
        </Button>
        <Group gap="xs">
          <Button
            variant="default"
            loading={test.isPending}
            disabled={wanted.length === 0}
            onClick={() => test.mutate()}
          >
            Test
          </Button>
          <Button
            loading={set.isPending && set.variables !== null}
            disabled={wanted.length === 0 || wanted.join(' ') === shown.join(' ')}
            onClick={() => set.mutate(wanted)}
          >
            Save
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}
