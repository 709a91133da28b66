import { Table, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { RpcReport } from '../../../shared/app-api.ts'
import { count } from '../ui/format.ts'

/** What a test of RPCs found, one by one. */
export function RpcReports({ reports }: { reports: readonly RpcReport[] }) {
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table verticalSpacing="xs" role="table" aria-label="What the test found">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>RPC</Table.Th>
            <Table.Th ta="right">Latency</Table.Th>
            <Table.Th ta="right">Chain id</Table.Th>
            <Table.Th ta="right">Block</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {reports.map(({ url, ok, verdict, latencyMs, chainId, block }) => (
            <Table.Tr key={url}>
              <Table.Td>
                <span className="mono breakable">{url}</span>
                <Text size="sm" className={ok ? 'ok' : 'bad'}>
                  {ok ? <IconCheck size={14} aria-hidden /> : <IconAlertTriangle size={14} aria-hidden />} {verdict}
                </Text>
              </Table.Td>
              <Table.Td ta="right">{latencyMs === null ? '–' : `${latencyMs} ms`}</Table.Td>
              <Table.Td ta="right">{chainId ?? '–'}</Table.Td>
              <Table.Td ta="right">{block === null ? '–' : count(block)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
