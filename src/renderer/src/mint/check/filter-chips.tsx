import { Chip, Group } from '@mantine/core'
import { type Import, type RowFilter, rowFilter } from '../../../../shared/app-api.ts'
import { count, counted } from '../../ui/format.ts'

export interface FilterChipsProps {
  counts: Import['counts']
  value: RowFilter
  onChange(value: RowFilter): void
}

/** `10,000 rows · 9,985 ready · 12 errors · 3 warnings`, each a filter. */
export function FilterChips({ counts, value, onChange }: FilterChipsProps) {
  return (
    <Chip.Group value={value} onChange={(next) => onChange(rowFilter.parse(next))}>
      <Group gap="xs" role="radiogroup" aria-label="Which rows to show">
        <Chip size="sm" variant="light" value="all">
          {counted(counts.rows, 'row')}
        </Chip>
        <Chip size="sm" variant="light" value="ready" color="green">
          {count(counts.ready)} ready
        </Chip>
        <Chip size="sm" variant="light" value="errors" color="red">
          {counted(counts.errors, 'error')}
        </Chip>
        <Chip size="sm" variant="light" value="warnings" color="yellow">
          {counted(counts.warnings, 'warning')}
        </Chip>
        {counts.skipped > 0 && (
          <Chip size="sm" variant="light" value="skipped" color="gray">
            {count(counts.skipped)} skipped
          </Chip>
        )}
      </Group>
    </Chip.Group>
  )
}
