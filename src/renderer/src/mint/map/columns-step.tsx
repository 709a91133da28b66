import { Alert, Group, Stack, Switch, Text } from '@mantine/core'
import type { ColumnMapping, Import, ImportPatch, ImportRow } from '../../../../shared/app-api.ts'
import { privateColumns } from '../../../../shared/spreadsheet/guess-columns.ts'
import { plainWords } from '../../ui/plain-words.ts'
import { usePatchImport } from '../use-patch-import.ts'
import { ColumnMap } from './column-map.tsx'
import { SlotChoice } from './slot-choice.tsx'
import classes from './slots.module.css'
import { isInSlot, slots, withSlot } from './slots.ts'

/** The second decision: which columns give what every NFT needs, and what becomes of the others. */
export function ColumnsStep({ file, rows }: { file: Import; rows: readonly ImportRow[] }) {
  const patch = usePatchImport(file.id)
  // Shows the choice at once, while the core checks the rows again.
  const asked: ImportPatch = patch.isPending ? patch.variables : {}
  // The core takes no other choice before that.
  const isBusy = patch.isPending || file.state === 'checking'
  const columns = asked.columns ?? file.columns
  const asTraits = asked.otherColumnsAsTraits ?? file.options.otherColumnsAsTraits
  const hidden = privateColumns(columns)
  const traits = columns.filter(({ field }) => field === 'trait').length
  const cells = rows.map((row) => row.cells)
  const change = (place: number, mapping: ColumnMapping) =>
    patch.mutate({ columns: columns.map((old, at) => (at === place ? mapping : old)) })
  return (
    <Stack gap="md">
      {file.failure?.code === 'header.duplicate' && <Alert color="yellow">{plainWords(file.failure.message)}</Alert>}
      <div className={classes.slots}>
        {slots.map((slot) => (
          <SlotChoice
            key={slot.title}
            slot={slot}
            columns={columns}
            rows={cells}
            disabled={isBusy}
            onChoose={(place) => patch.mutate({ columns: withSlot(slot, columns, place) })}
          />
        ))}
      </div>
      {columns.some((column) => !isInSlot(column)) && (
        <Stack gap="xs">
          <Group justify="space-between" gap="xs">
            <Text size="sm" className="breakable" flex="1 1 260px">
              <b>Traits are public for ever.</b> Every other column is private until you make it a trait.
              {hidden.length > 0 && ` Private now: ${hidden.join(', ')}.`}
              {traits > 0 && ` Traits: ${traits}.`}
            </Text>
            <Switch
              label="All others as traits"
              description="but for what looks personal"
              checked={asTraits}
              disabled={isBusy}
              onChange={(event) => patch.mutate({ otherColumnsAsTraits: event.currentTarget.checked })}
            />
          </Group>
          <ColumnMap columns={columns} example={cells[0] ?? []} disabled={isBusy} onChange={change} />
        </Stack>
      )}
    </Stack>
  )
}
