import { Select, Table, Text } from '@mantine/core'
import { type ColumnMapping, fieldName } from '../../../../shared/app-api.ts'
import classes from './column-map.module.css'
import { fieldChoices, plainValue, withField } from './fields.ts'
import { isInSlot } from './slots.ts'

export interface ColumnMapProps {
  columns: readonly ColumnMapping[]
  /** The cells of the first row. */
  example: readonly string[]
  disabled: boolean
  onChange(place: number, mapping: ColumnMapping): void
}

/** One line for each column that fills no slot: its header, its first value, and what it becomes. */
export function ColumnMap({ columns, example, disabled, onChange }: ColumnMapProps) {
  const others = columns.flatMap((mapping, place) => (isInSlot(mapping) ? [] : [{ mapping, place }]))
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
          {others.map(({ mapping, place }) => (
            <Table.Tr key={`${mapping.header} ${place}`}>
              <Table.Td>
                <Text size="sm" fw={600} truncate dir="auto" ta="left" title={mapping.header}>
                  {mapping.header === '' ? 'Without a header' : mapping.header}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm" c="dimmed" truncate dir="auto" ta="left" title={plainValue(example[place] ?? '')}>
                  {plainValue(example[place] ?? '')}
                </Text>
              </Table.Td>
              <Table.Td>
                <Select
                  aria-label={`What the column ${mapping.header} becomes`}
                  size="xs"
                  allowDeselect={false}
                  maxDropdownHeight={360}
                  disabled={disabled || mapping.field === 'result'}
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
