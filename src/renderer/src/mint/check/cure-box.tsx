import { Button, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { Import } from '../../../../shared/app-api.ts'
import type { CureRule } from '../../../../shared/spreadsheet/cure-rules.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { count, counted } from '../../ui/format.ts'
import { sayFailed } from '../../ui/say-failed.ts'
import { useRefreshRows } from '../use-import-rows.ts'
import classes from './groups.module.css'
import { cureLabels, type Problem } from './groups.ts'

/** One cure of a group: its effect on three cells, and the button that applies it to all. */
export function CureBox({ file, problem, rule }: { file: Import; problem: Problem; rule: CureRule }) {
  const api = useApi()
  const refresh = useRefreshRows(file.id)
  const { code, column } = problem
  const cure = { rule, code, column }
  const { data: preview, isPlaceholderData: old } = useQuery({
    queryKey: [...keys.importRows(file.id), 'cure', rule, code, column, problem.count],
    queryFn: ({ signal }) => api.previewCure(file.id, cure, signal),
    // Keeps the table below in place until the new preview arrives: else a double click would hit another row.
    placeholderData: keepPreviousData,
  })
  const apply = useMutation({
    mutationKey: keys.import(file.id),
    mutationFn: () => api.cure(file.id, cure),
    onSettled: refresh,
    onError: sayFailed('The rows were not changed', 'Nothing was spent.'),
  })
  if (preview === undefined || preview.count === 0) return null
  const rest = problem.count - preview.count
  return (
    <Stack gap={6} className={classes.cure ?? ''}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {cureLabels[rule]}
        </Text>
        <Button
          size="xs"
          // While the rows are checked the core takes no cure.
          loading={apply.isPending || old || file.state === 'checking'}
          onClick={() => apply.mutate()}
        >
          Apply to {count(preview.count)}
        </Button>
      </Group>
      <ul className={classes.examples}>
        {preview.examples.map(({ row, before, after }) => (
          <li key={row}>
            <Text span size="xs" c="dimmed">
              Row {row}
            </Text>{' '}
            <del className="mono">{rule === 'trim' ? seen(before) : before}</del> <span aria-hidden>→</span>{' '}
            <ins className="mono">{after}</ins>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed">
        {rest > 0 &&
          `${counted(rest, 'row')} of these ${rest === 1 ? 'stays' : 'stay'} as ${rest === 1 ? 'it is' : 'they are'}: correct ${rest === 1 ? 'it' : 'them'} in the table. `}
        It can be undone.
      </Text>
    </Stack>
  )
}

/** Makes the invisible characters of a cell visible. */
function seen(text: string): string {
  return text.replace(/[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/gu, '␣')
}
