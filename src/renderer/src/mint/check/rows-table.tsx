import { Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Import, ImportRow, RowFilter } from '../../../../shared/app-api.ts'
import { placeOfHeader } from '../../../../shared/spreadsheet/columns.ts'
import { useApi } from '../../api/context.tsx'
import { Failure } from '../../ui/failure.tsx'
import type { Place } from '../../ui/table/use-grid-keys.ts'
import { usePages } from '../../ui/table/use-pages.ts'
import { VirtualTable } from '../../ui/table/virtual-table.tsx'
import { rowsKey } from '../use-import-rows.ts'
import { FindingStrip } from './finding-strip.tsx'
import type { Problem } from './groups.ts'
import { type CellPlace, columnsBefore, rowColumns } from './row-columns.tsx'
import { useCorrectCell } from './use-cells.ts'

export interface RowsTableProps {
  file: Import
  filter: RowFilter
  /** The only group whose rows are shown. */
  problem: Problem | undefined
}

function lengthOf(file: Import, filter: RowFilter): number {
  const { counts } = file
  if (filter === 'ready') return counts.ready
  if (filter === 'errors') return counts.errors
  if (filter === 'warnings') return counts.warnings
  if (filter === 'skipped') return counts.skipped
  return counts.rows
}

/** The rows of a file; Enter, F2 or a double click on a cell corrects it. */
export function RowsTable({ file, filter, problem }: RowsTableProps) {
  const api = useApi()
  const correct = useCorrectCell(file.id)
  const [editing, setEditing] = useState<CellPlace | null>(null)
  const [active, setActive] = useState<{ row: ImportRow; column: number } | null>(null)
  const length = lengthOf(file, filter)
  const pages = usePages(rowsKey(file.id, filter, problem?.code, problem?.column), (offset, limit) =>
    api.importRows(file.id, {
      filter,
      offset,
      limit,
      ...(problem && { code: problem.code, column: problem.column }),
    }),
  )
  const total = problem ? (pages.total ?? 0) : length
  const columns = useMemo(
    () =>
      rowColumns(file.id, file.columns, editing, (row, column, value) => {
        setEditing(null)
        const before = row.cells[column] ?? ''
        if (value !== null && value !== before) correct({ row: row.row, column }, value)
      }),
    [file.id, file.columns, editing, correct],
  )
  const open = (place: Place, row: ImportRow): void => {
    const column = place.column - columnsBefore
    if (column >= 0) setEditing({ row: row.row, column })
    // On the row's number or finding, edits the cell that the first finding names.
    else setEditing({ row: row.row, column: Math.max(0, columnOf(file, row)) })
  }
  // Shows the row as it is now, not as it was when the cell was reached: a corrected row leaves the list of rows with errors.
  const found = active ? pages.find(({ row }) => row === active.row.row) : undefined
  if (active && found && found !== active.row) setActive({ ...active, row: found })
  const current = active?.row
  return (
    <Stack gap="xs">
      {pages.error !== null && (
        <Failure
          title="The rows could not be loaded"
          error={pages.error}
          money="Nothing was spent."
          onRetry={pages.retry}
        />
      )}
      <VirtualTable
        label="Rows of the file"
        columns={columns}
        total={total}
        rowAt={pages.rowAt}
        onRange={pages.onRange}
        onActive={(place, row) => setActive(row === undefined ? null : { row, column: place.column - columnsBefore })}
        onOpen={open}
        height={Math.min(420, 74 + total * 36)}
      />
      {current && (
        <FindingStrip
          file={file}
          row={current}
          column={active.column}
          onEdit={(column) => setEditing({ row: current.row, column })}
        />
      )}
    </Stack>
  )
}

function columnOf(file: Import, row: ImportRow): number {
  const named = row.findings[0]?.column
  return named === undefined ? -1 : placeOfHeader(file.columns, named)
}
