import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Finding, Import, ImportRow } from '../../../../shared/app-api.ts'
import type { FixRule } from '../../../../shared/spreadsheet/fix.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { count } from '../../ui/format.ts'
import { sayFailed } from '../../ui/say-failed.ts'
import { ruleFor } from './fix-rule.ts'

export interface FindingStripProps {
  file: Import
  row: ImportRow
  /** The column of the file that the person is in; below 0 the row as a whole. */
  column: number
  onEdit(column: number): void
}

/** What is wrong with the row or cell the person is in, said aloud too, with the ways to correct it. */
export function FindingStrip({ file, row, column, onEdit }: FindingStripProps) {
  const header = file.columns[column]?.header
  const here = row.findings.filter((finding) => finding.column === header)
  const findings = here.length > 0 ? here : row.findings
  return (
    <Stack gap="xs" role="status" mih={36}>
      {findings.length === 0 && (
        <Text size="sm" c="dimmed">
          Row {row.row}
          {header !== undefined && `, ${header}`}: nothing to correct. Press Enter on a cell to change it.
        </Text>
      )}
      {findings.map((finding) => (
        <FindingLine
          key={`${finding.column} ${finding.code}`}
          file={file}
          row={row}
          finding={finding}
          onEdit={onEdit}
        />
      ))}
    </Stack>
  )
}

function FindingLine(props: { file: Import; row: ImportRow; finding: Finding; onEdit(column: number): void }) {
  const { file, row, finding, onEdit } = props
  const api = useApi()
  const queries = useQueryClient()
  const place = file.columns.findIndex(({ header }) => header === finding.column)
  const rule = ruleFor(finding, row.cells[place] ?? '')
  const alike = file.codes.find(({ code }) => code === finding.code)?.count ?? 1
  const fix = useMutation({
    mutationKey: keys.import(file.id),
    mutationFn: (name: FixRule) => api.fix(file.id, name, finding.column),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.import(file.id) })
      void queries.invalidateQueries({ queryKey: keys.importRows(file.id) })
      void queries.invalidateQueries({ queryKey: keys.quote(file.id) })
    },
    onError: sayFailed('The rows were not changed', 'Nothing was spent.'),
  })
  return (
    <Group gap="xs" justify="space-between" align="flex-start">
      <Text size="sm" className="breakable" flex="1 1 400px">
        <b className={finding.level === 'error' ? 'bad' : 'warn'}>{finding.level === 'error' ? 'Error' : 'Warning'}</b>{' '}
        · Row {row.row}
        {finding.column !== '' && `, ${finding.column}`}: {finding.message}
      </Text>
      <Group gap="xs" wrap="nowrap">
        {rule && (
          <Button size="compact-sm" variant="default" loading={fix.isPending} onClick={() => fix.mutate(rule.rule)}>
            {rule.label} in all {count(alike)} rows like this
          </Button>
        )}
        {place >= 0 && (
          <Button size="compact-sm" variant="default" onClick={() => onEdit(place)}>
            Correct
          </Button>
        )}
      </Group>
    </Group>
  )
}
