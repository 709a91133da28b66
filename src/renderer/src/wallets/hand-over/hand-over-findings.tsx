import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HandOver } from '../../../../shared/app-api.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { count } from '../../ui/format.ts'

const rowsAtOnce = 50

/** Findings of the file and its rows: where, what is wrong, and the cure. */
export function HandOverFindings({ handOver }: { handOver: HandOver }) {
  const api = useApi()
  const [limit, setLimit] = useState(rowsAtOnce)
  const { data } = useQuery({
    queryKey: [...keys.handOverParts(handOver.id), 'findings', limit],
    queryFn: () => api.handOverRows(handOver.id, { which: 'findings', offset: 0, limit }),
    placeholderData: (before) => before,
  })
  const findings = [...handOver.findings, ...(data?.rows ?? []).flatMap((row) => row.findings)]
  const rows = data?.total ?? 0
  if (findings.length === 0) return null
  return (
    <Stack className="panel" p="lg" gap="sm">
      <Text fw={600}>What to look at first</Text>
      <Table verticalSpacing="xs" aria-label="Findings">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Row</Table.Th>
            <Table.Th>Column</Table.Th>
            <Table.Th>What was found</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {findings.map(({ row, column, code, level, message }) => (
            <Table.Tr key={`${row} ${column} ${code} ${message}`}>
              <Table.Td>{row}</Table.Td>
              <Table.Td className="breakable">{column}</Table.Td>
              <Table.Td className="breakable">
                <Group gap="xs" wrap="nowrap" align="flex-start">
                  <Badge variant="light" color={level === 'error' ? 'red' : 'yellow'} tt="none" miw="max-content">
                    {level === 'error' ? 'left out' : 'check'}
                  </Badge>
                  <Text size="sm">{message}</Text>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows > limit && limit < 500 && (
        <div>
          <Button variant="default" size="xs" onClick={() => setLimit(Math.min(500, limit * 4))}>
            Show more of {count(rows)} rows
          </Button>
        </div>
      )}
    </Stack>
  )
}
