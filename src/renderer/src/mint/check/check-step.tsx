import { Alert, Button, Group, Stack, Switch, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { Import, RowFilter } from '../../../../shared/app-api.ts'
import { usePatchImport } from '../use-patch-import.ts'
import { FilterChips } from './filter-chips.tsx'
import type { Problem } from './groups.ts'
import { LinkProgress } from './link-progress.tsx'
import { ProblemGroups } from './problem-groups.tsx'
import { RowsTable } from './rows-table.tsx'
import type { LinkTrialOf } from './use-link-trial.ts'

export interface CheckStepProps {
  file: Import
  links: LinkTrialOf
  onFiles(files: readonly File[]): void
}

/** The third decision: the problems of the rows, in groups with their cures, and every row, which can be corrected in place. */
export function CheckStep({ file, links, onFiles }: CheckStepProps) {
  const patch = usePatchImport(file.id)
  const [filter, setFilter] = useState<RowFilter>('all')
  const [problem, setProblem] = useState<Problem>()
  const shown = file.codes.find(({ code, column }) => code === problem?.code && column === problem.column)
  const { duplicates, again, hidden } = file.options
  // The core takes no other choice while it checks the rows.
  const isBusy = patch.isPending || file.state === 'checking'
  return (
    <Stack gap="md">
      {file.notice !== undefined && (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconAlertCircle size={18} />}
          title="Not everything could be checked"
        >
          <Stack gap="xs" align="flex-start">
            {file.notice}
            <Button variant="default" size="xs" loading={isBusy} onClick={() => patch.mutate({})}>
              Check again
            </Button>
          </Stack>
        </Alert>
      )}
      <LinkProgress links={links} />
      <ProblemGroups
        file={file}
        links={links}
        shown={shown}
        onShow={(wanted) => {
          setProblem(wanted)
          setFilter('all')
        }}
        onFiles={onFiles}
      />
      {(duplicates === 'first' || again || hidden !== 'ask' || hasRepeats(file)) && (
        <Stack gap="xs">
          {hidden !== 'ask' && (
            <Switch
              label="Leave hidden rows and columns of the sheet out"
              checked={hidden === 'skip'}
              disabled={isBusy}
              onChange={(event) => patch.mutate({ hidden: event.currentTarget.checked ? 'skip' : 'mint' })}
            />
          )}
          {duplicates === 'first' && (
            <Switch
              label="Mint only the first of rows with the same recipient and content"
              checked
              disabled={isBusy}
              onChange={() => patch.mutate({ duplicates: 'all' })}
            />
          )}
          {(again || hasRepeats(file)) && (
            <Switch
              label="Mint rows again that were minted into this collection before"
              checked={again}
              disabled={isBusy}
              onChange={(event) => patch.mutate({ again: event.currentTarget.checked })}
            />
          )}
        </Stack>
      )}
      <Group justify="space-between" gap="md">
        <FilterChips
          counts={file.counts}
          value={filter}
          onChange={(wanted) => {
            setFilter(wanted)
            setProblem(undefined)
          }}
        />
      </Group>
      {file.state === 'checked' && file.counts.errors === 0 && filter === 'errors' ? (
        <Text c="dimmed">No row has an error. Choose another filter to see the rows.</Text>
      ) : (
        <RowsTable key={`${filter} ${shown?.code} ${shown?.column}`} file={file} filter={filter} problem={shown} />
      )}
    </Stack>
  )
}

function hasRepeats({ codes }: Import): boolean {
  return codes.some(({ code }) => code === 'file.repeat')
}
