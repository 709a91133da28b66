import { Badge, Button, Stack, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { LogArt } from '../ui/art/illustrations.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { moment } from '../ui/format.ts'
import { ScrollPanel } from '../ui/table/scroll-panel.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { AuditSubject } from './audit-subject.tsx'

/** The audit log, newest first. */
export function AuditLog() {
  const api = useApi()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keys.audit,
    queryFn: ({ pageParam }) => api.audit({ before: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // No event reports new entries.
    staleTime: 0,
  })
  if (error && !data)
    return <Failure title="The audit log could not be loaded" error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting what="audit log" />
  const entries = data.pages.flatMap((page) => page.entries)
  if (entries.length === 0)
    return (
      <Empty
        icon={<LogArt />}
        title="Nothing yet"
        cure="Mints, transfers, burns, runs and keys are recorded here for good, with who asked for them."
      />
    )
  return (
    <Stack gap="sm">
      <Text c="dimmed">Every action, recorded before it happens, and never changed or removed.</Text>
      <ScrollPanel minWidth={680} maxHeight={560}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
              <Table.Th>Who</Table.Th>
              <Table.Th>What</Table.Th>
              <Table.Th>Amount</Table.Th>
              <Table.Th>Of what</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map((entry) => (
              <Table.Tr key={entry.id}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{moment(entry.at)}</Table.Td>
                <Table.Td className="breakable">{entry.who}</Table.Td>
                <Table.Td>
                  {entry.act} <Outcome entry={entry} />
                </Table.Td>
                <Table.Td>{entry.amount ?? ''}</Table.Td>
                <Table.Td className="breakable">
                  <AuditSubject subject={entry.subject} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollPanel>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older ones
        </Button>
      )}
    </Stack>
  )
}

function Outcome({ entry: { outcome, code } }: { entry: AuditEntry }) {
  if (outcome === 'done') return null
  return (
    <Badge variant="light" color={outcome === 'refused' ? 'yellow' : 'gray'} tt="none" radius="sm">
      {outcome === 'refused' ? `Refused: ${code ?? 'no reason'}` : 'End unknown'}
    </Badge>
  )
}
