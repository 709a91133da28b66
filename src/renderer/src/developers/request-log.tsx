import { Button, Code, Drawer, Group, SegmentedControl, Stack, Table, Text, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoggedRequest } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Allowed } from '../ui/allowed.tsx'
import { LogArt } from '../ui/art/illustrations.tsx'
import { Copy } from '../ui/copy.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { counted } from '../ui/format.ts'
import { sayFailed } from '../ui/say-failed.ts'
import { ScrollPanel } from '../ui/table/scroll-panel.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Snippet } from './snippet.tsx'
import { StatusBadge } from './status-badge.tsx'

/** The latest requests of programs, newest first; grows by itself. */
export function RequestLog() {
  const api = useApi()
  const queries = useQueryClient()
  const [failed, setFailed] = useState(false)
  const [opened, setOpened] = useState<LoggedRequest | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: keys.requestsOf(failed),
    queryFn: () => api.requests(failed),
    placeholderData: keepPreviousData,
  })
  const clear = useMutation({
    mutationFn: api.clearRequests,
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.requests }),
    onError: sayFailed('The log was not cleared'),
  })
  if (error && !data)
    return <Failure title="The log could not be loaded" error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting what="requests" />
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Which requests to show"
          value={failed ? 'failed' : 'all'}
          onChange={(value) => setFailed(value === 'failed')}
          data={[
            { value: 'all', label: 'All' },
            { value: 'failed', label: 'Refused or failed' },
          ]}
        />
        <Allowed right="admin">
          <Button variant="default" disabled={data.requests.length === 0} onClick={() => clear.mutate()}>
            Clear
          </Button>
        </Allowed>
      </Group>
      {data.dropped > 0 && (
        <Text c="dimmed">{counted(data.dropped, 'request')} came too fast after each other to be kept here.</Text>
      )}
      {data.requests.length === 0 ? (
        <Empty
          icon={<LogArt />}
          title={failed ? 'Nothing was refused' : 'No requests yet'}
          cure="What a program asks of the API appears here, with what it sent and what it was answered."
        />
      ) : (
        <Requests requests={data.requests} onOpen={setOpened} />
      )}
      <Drawer
        opened={opened !== null}
        onClose={() => setOpened(null)}
        position="right"
        size={560}
        title={opened && `${opened.method} ${opened.url.split('?')[0]}`}
        classNames={{ title: 'breakable' }}
      >
        {opened && <Details request={opened} />}
      </Drawer>
    </Stack>
  )
}

function Requests({ requests, onOpen }: { requests: LoggedRequest[]; onOpen(request: LoggedRequest): void }) {
  return (
    <ScrollPanel minWidth={680} maxHeight={560}>
      <Table stickyHeader highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>Who</Table.Th>
            <Table.Th>Request</Table.Th>
            <Table.Th>Answer</Table.Th>
            <Table.Th ta="right">Took</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {requests.map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td>{new Date(one.at).toLocaleTimeString(undefined, { hourCycle: 'h23' })}</Table.Td>
              <Table.Td className="breakable">{one.caller}</Table.Td>
              <Table.Td className="breakable mono">
                <UnstyledButton
                  className="breakable mono"
                  aria-label={`Show ${one.method} ${one.url}`}
                  onClick={() => onOpen(one)}
                >
                  <b>{one.method}</b> {one.url}
                </UnstyledButton>
              </Table.Td>
              <Table.Td>
                <StatusBadge status={one.status} />
              </Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {one.ms < 10 ? one.ms.toFixed(1) : Math.round(one.ms)} ms
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollPanel>
  )
}

function Details({ request }: { request: LoggedRequest }) {
  return (
    <Stack gap="md">
      <Group gap="xs">
        <StatusBadge status={request.status} />
        <Text c="dimmed">
          {request.caller}, {new Date(request.at).toLocaleString(undefined, { hourCycle: 'h23' })}
        </Text>
      </Group>
      <Body title="Sent" json={request.request} />
      <Body title="Answered" json={request.answer} />
      <Text c="dimmed" size="sm">
        Secrets are hidden, and what is long is cut.
      </Text>
      <div>
        <Text fw={600}>Send it again</Text>
        <Snippet call={{ method: request.method, path: request.url, body: request.request ?? '' }} apiKey={null} />
      </div>
    </Stack>
  )
}

function Body({ title, json }: { title: string; json: string | null }) {
  const text = json === null ? '' : pretty(json)
  return (
    <div>
      <Group justify="space-between">
        <Text fw={600}>{title}</Text>
        {text !== '' && <Copy value={text} what="body" />}
      </Group>
      {text === '' ? (
        <Text c="dimmed">Without a body.</Text>
      ) : (
        <Code block tabIndex={0} mah={300}>
          {text}
        </Code>
      )}
    </div>
  )
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
