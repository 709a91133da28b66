import { List, Stack, Text } from '@mantine/core'
import type { RunRow } from '../../../shared/app-api.ts'
import { moment } from '../ui/format.ts'

/** The former values of a corrected row, each with its failure; nothing for a row that was never corrected. */
export function RowHistory({ failures }: { failures: RunRow['failures'] }) {
  if (failures.length === 0) return null
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        Before
      </Text>
      <List size="sm" spacing={4} className="breakable">
        {failures.map(({ recipient, name, error, failedAt }) => (
          <List.Item key={`${failedAt} ${recipient}`}>
            {moment(failedAt)}, {name === '' ? '' : `“${name}” `}for {recipient}: {error}
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}
