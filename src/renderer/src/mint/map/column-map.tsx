import { Select, Table, Text } from '@mantine/core'
import { type ColumnMapping, fieldName } from '../../../../shared/app-api.ts'
import classes from './column-map.module.css'
import { fieldChoices, withField } from './fields.ts'

export interface ColumnMapProps {
  columns: readonly ColumnMapping[]
  /** The cells of the first row. */
  example: readonly string[]
  onChange(place: number, mapping: ColumnMapping): void
}

/** One line a column: its header, its first value, and what it becomes. */
export function ColumnMap({ columns, example, onChange }: ColumnMapProps) {
  return (
    <div className={classes.frame}>
      <Table layout="fixed" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Column</Table.Th>
            <Table.Th w="26%">First row</Table.Th>
            <Table.Th w="38%">Becomes</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map((mapping, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one header
            <Table.Tr key={`${mapping.header} ${place}`}>
              <Table.Td>
                <Text size="sm" fw={600} truncate dir="auto" ta="left" title={mapping.header}>
                  {mapping.header === '' ? 'Without a header' : mapping.header}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm" c="dimmed" truncate dir="auto" ta="left" title={example[place] ?? ''}>
                  {example[place] ?? ''}
                </Text>
              </Table.Td>
              <Table.Td>
                <Select
                  aria-label={`What the column ${mapping.header} becomes`}
                  size="xs"
                  allowDeselect={false}
                  maxDropdownHeight={360}
                  disabled={mapping.field === 'result'}
                  data={fieldChoices(mapping)}
                  value={mapping.field}
                  onChange={(value) => onChange(place, withField(mapping, fieldName.parse(value)))}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
