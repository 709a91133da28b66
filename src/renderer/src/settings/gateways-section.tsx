import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { mostGateways, type ProvidersState } from '../../../shared/api-schemas/providers.ts'
import { CallError } from '../../../shared/call-error.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { replaceAnswer } from '../api/replace-answer.ts'
import { Failure } from '../ui/failure.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Section } from './section.tsx'

/** The gateways that are asked for metadata and media of other people’s NFTs. */
export function GatewaysSection() {
  const api = useApi()
  const { data, error, refetch } = useQuery({ queryKey: keys.providers, queryFn: api.providers })
  return (
    <Section
      id="gateways"
      title="IPFS gateways"
      about="Metadata and media of other people’s NFTs that lie on IPFS are asked for here, in turn, until one has them."
    >
      {error && !data && (
        <Failure title="The gateways could not be looked up" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Waiting what="gateways" lines={2} />}
      {data && <GatewayList gateways={data.gateways} />}
    </Section>
  )
}

function GatewayList({ gateways: { custom, list } }: { gateways: ProvidersState['gateways'] }) {
  const api = useApi()
  const queries = useQueryClient()
  /** The list that this change starts from: others may set a new one meanwhile. */
  const [shown, setShown] = useState(list)
  const [text, setText] = useState(list.join('\n'))
  const wanted = text.split(/\s+/).filter((url) => url !== '')
  const set = useMutation({
    mutationFn: (gateways: string[] | null) => api.setGateways(gateways, shown),
    // The refusal names the present list, so a person who saves again has seen it.
    onError: async (error) => {
      if (!(error instanceof CallError && error.code === 'gateway.changed')) return
      const now = await queries.fetchQuery({ queryKey: keys.providers, queryFn: api.providers, staleTime: 0 })
      setShown(now.gateways.list)
    },
    onSuccess: (now) => {
      setShown(now.gateways.list)
      setText(now.gateways.list.join('\n'))
      replaceAnswer(queries, keys.providers, now)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate(wanted)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          label="Addresses, one on each line"
          description={custom ? undefined : 'The usual ones, which anybody may use.'}
          placeholder="https://ipfs.io"
          autosize
          minRows={3}
          maxRows={10}
          maw={560}
          classNames={{ input: 'mono' }}
          error={wanted.length > mostGateways && `There are ${wanted.length}; keep the best ${mostGateways}.`}
          value={text}
          onChange={(event) => {
            set.reset()
            setText(event.currentTarget.value)
          }}
        />
        {set.data && <Text role="status">Saved. They are asked from now on.</Text>}
        {set.error && <Failure title="The list is as it was" error={set.error} money="Looking moves no money." />}
        <Group gap="xs">
          <Button
            type="submit"
            variant="default"
            loading={set.isPending && set.variables !== null}
            disabled={wanted.length === 0 || wanted.length > mostGateways || wanted.join(' ') === shown.join(' ')}
          >
            Save
          </Button>
          {custom && (
            <Button variant="subtle" loading={set.isPending && set.variables === null} onClick={() => set.mutate(null)}>
              Back to the usual ones
            </Button>
          )}
        </Group>
        {wanted.length === 0 && (
          <Text size="sm" c="dimmed">
            Without any, nothing of IPFS would be shown: name one, or go back to the usual ones.
          </Text>
        )}
      </Stack>
    </form>
  )
}
