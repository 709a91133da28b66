import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProvidersState } from '../../../shared/api-schemas/providers.ts'
import type { Project } from '../../../shared/app-api.ts'
import type { ProviderKind } from '../../../shared/provider-kinds.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { replaceAnswer } from '../api/replace-answer.ts'
import { Failure } from '../ui/failure.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { ProviderForm } from './provider-form.tsx'
import { scopeLabel } from './scope-label.ts'
import { Section } from './section.tsx'

/** The providers that are asked what wallets hold. */
export function ProvidersSection({ kind }: { kind: Project['kind'] }) {
  const api = useApi()
  const { data, error, refetch } = useQuery({ queryKey: keys.providers, queryFn: api.providers })
  return (
    <Section
      id="providers"
      title="What wallets hold"
      about={
        kind === 'live'
          ? 'A provider keeps an index of all NFTs and is asked about wallets; what it says is confirmed by each contract before it is listed, except on Cardano.'
          : 'For live networks and Cardano: a provider that keeps an index of all NFTs. Practice networks are looked through whole and need none.'
      }
    >
      {error && !data && (
        <Failure title="The providers could not be looked up" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Waiting what="providers" lines={2} />}
      {data && <ProviderList state={data} />}
    </Section>
  )
}

function ProviderList({ state }: { state: ProvidersState }) {
  const api = useApi()
  const queries = useQueryClient()
  const [adding, setAdding] = useState(false)
  const test = useMutation({ mutationFn: api.testProvider })
  const drop = useMutation({
    mutationFn: api.dropProvider,
    onSuccess: (now) => {
      test.reset()
      replaceAnswer(queries, keys.providers, now)
    },
  })
  if (adding) return <ProviderForm state={state} onDone={() => setAdding(false)} />
  return (
    <Stack gap="sm">
      {state.set.length === 0 ? (
        <Text c="dimmed">
          None is set. Wallets on live networks show NFTs of your own collections, and what a scan of the network found.{' '}
          {usualOf(state)}
        </Text>
      ) : (
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>For</Table.Th>
              <Table.Th>Provider</Table.Th>
              <Table.Th>Key</Table.Th>
              <Table.Th aria-label="Test or take away" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {state.set.map(({ scope, kind, name, key, url }) => (
              <Table.Tr key={scope}>
                <Table.Td>{scopeLabel(scope)}</Table.Td>
                <Table.Td className="breakable">{url === undefined ? name : `${name} at ${url}`}</Table.Td>
                <Table.Td>{key === null ? keyWords(state, kind) : <span className="mono">{key}</span>}</Table.Td>
                <Table.Td>
                  <Group gap="xs" justify="flex-end" wrap="nowrap">
                    <Button
                      size="xs"
                      variant="default"
                      loading={test.isPending && test.variables === scope}
                      onClick={() => test.mutate(scope)}
                    >
                      Test
                    </Button>
                    <Button size="xs" variant="subtle" color="red" onClick={() => drop.mutate(scope)}>
                      Remove
                    </Button>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group gap="xs">
        <Button variant="default" onClick={() => setAdding(true)}>
          Set a provider
        </Button>
      </Group>
      {test.data && (
        <Alert color="green" variant="light" icon={<IconCheck size={18} />} role="status">
          {test.data.name} works: it listed what a wallet holds on {scopeLabel(test.data.chain)} in{' '}
          {test.data.latencyMs} ms.
        </Alert>
      )}
      {test.error && (
        <Failure title="The provider does not work now" error={test.error} money="Looking moves no money." />
      )}
      {drop.error && <Failure title="The provider is still set" error={drop.error} />}
    </Stack>
  )
}

function driverOf({ drivers }: ProvidersState, kind: ProviderKind): ProvidersState['drivers'][number] | undefined {
  return drivers.find((one) => one.kind === kind)
}

/** Where a key is that Mintdesk does not store. */
function keyWords(state: ProvidersState, kind: ProviderKind): string {
  return driverOf(state, kind)?.variable === null ? 'none is needed' : 'from the environment'
}

/** Names the provider that is asked where none is set, since it needs no key. */
function usualOf({ drivers }: ProvidersState): string {
  const [usual] = drivers.filter(({ variable }) => variable === null)
  const keyed = drivers.find(({ fromEnvironment, urlVariable }) => fromEnvironment && urlVariable !== null)
  return usual ? `On ${usual.chains.map(scopeLabel).join(', ')} ${(keyed ?? usual).name} is asked.` : ''
}
