import { Alert, Button, Group, Select, Stack, Switch, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { Import, RowFilter } from '../../../../shared/app-api.ts'
import { useApi } from '../../api/context.tsx'
import { count } from '../../ui/format.ts'
import { saveFile } from '../../ui/save-file.ts'
import { SaveSheet } from '../../ui/save-sheet.tsx'
import { sayFailed } from '../../ui/say-failed.ts'
import { usePatchImport } from '../map/map-step.tsx'
import { Step } from '../step.tsx'
import { codeLabel } from './codes.ts'
import { FilterChips } from './filter-chips.tsx'
import { RowsTable } from './rows-table.tsx'
import { useUndo } from './use-cells.ts'

/** Step 3: every row with what is wrong with it, to be corrected in place. */
export function CheckStep({ file }: { file: Import }) {
  const api = useApi()
  const patch = usePatchImport(file.id)
  const [filter, setFilter] = useState<RowFilter>('all')
  const [code, setCode] = useState('')
  const undo = useUndo(file.id)
  const known = file.codes.some((entry) => entry.code === code) ? code : ''
  const duplicates =
    file.options.duplicates === 'first' || file.codes.some((entry) => entry.code === 'recipient.duplicate')
  const repeats = file.options.again || file.codes.some((entry) => entry.code === 'file.repeat')
  return (
    <Step
      number={3}
      title="Check the rows"
      aside={
        <Group gap="xs" wrap="nowrap">
          {undo.last && (
            <Button variant="default" size="xs" onClick={undo.run} title="Ctrl+Z">
              Undo the correction of row {undo.last.row}
            </Button>
          )}
          {file.counts.errors > 0 && (
            <SaveSheet
              label="Export rows with errors"
              size="xs"
              onSave={(format) => {
                const name = `${file.name.replace(/\.[^.]+$/, '')} - rows with errors.${format}`
                saveFile(api.importErrors(file.id, { format }), name).catch(sayFailed('The rows could not be saved'))
              }}
            />
          )}
        </Group>
      }
    >
      <Group justify="space-between" gap="md">
        <FilterChips counts={file.counts} value={filter} onChange={setFilter} />
        {file.codes.length > 0 && (
          <Select
            aria-label="Kind of finding"
            size="xs"
            w={260}
            allowDeselect={false}
            value={known}
            onChange={(value) => setCode(value ?? '')}
            data={[
              { value: '', label: 'All findings' },
              ...file.codes.map((entry) => ({
                value: entry.code,
                label: `${codeLabel(entry.code)} (${count(entry.count)})`,
              })),
            ]}
          />
        )}
      </Group>
      {file.notice !== undefined && (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconAlertCircle size={18} />}
          title="Not everything could be checked"
        >
          <Stack gap="xs" align="flex-start">
            {file.notice}
            <Button variant="default" size="xs" loading={patch.isPending} onClick={() => patch.mutate({})}>
              Check again
            </Button>
          </Stack>
        </Alert>
      )}
      {(duplicates || repeats || file.options.hidden !== 'ask') && (
        <Stack gap="xs">
          {file.options.hidden !== 'ask' && (
            <Switch
              label="Leave hidden rows and columns of the sheet out"
              checked={file.options.hidden === 'skip'}
              onChange={(event) => patch.mutate({ hidden: event.currentTarget.checked ? 'skip' : 'mint' })}
            />
          )}
          {duplicates && (
            <Switch
              label="Mint only the first of rows with the same recipient and content"
              checked={file.options.duplicates === 'first'}
              onChange={(event) => patch.mutate({ duplicates: event.currentTarget.checked ? 'first' : 'all' })}
            />
          )}
          {repeats && (
            <Switch
              label="Mint rows again that were minted into this collection before"
              checked={file.options.again}
              onChange={(event) => patch.mutate({ again: event.currentTarget.checked })}
            />
          )}
        </Stack>
      )}
      {file.state === 'checked' && file.counts.errors === 0 && filter === 'errors' ? (
        <Text c="dimmed">No row has an error. Choose another filter to see the rows.</Text>
      ) : (
        <RowsTable key={`${filter} ${known}`} file={file} filter={filter} code={known} />
      )}
    </Step>
  )
}
