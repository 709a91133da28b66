import { Button, Group, Stack, Text } from '@mantine/core'
import type { Finding, Import, ImportRow } from '../../../../shared/app-api.ts'
import { placeOfHeader } from '../../../../shared/spreadsheet/columns.ts'
import { useCollections } from '../../api/context.tsx'
import { plainWords } from '../../ui/plain-words.ts'
import { spellingsOf } from './spelling.ts'
import { SpellingsOf } from './spellings.tsx'
import { useCorrectCell } from './use-cells.ts'

export interface FindingStripProps {
  file: Import
  row: ImportRow
  /** The column of the file that the person is in; below 0 the row as a whole. */
  column: number
  onEdit(column: number): void
}

/** What is wrong with the row or cell the person is in, also for screen readers, with the ways to correct it. */
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
  const { data: collections } = useCollections()
  const correct = useCorrectCell(file.id)
  const chain = collections?.find(({ id }) => id === file.options.collectionId)?.chain
  const place = placeOfHeader(file.columns, finding.column)
  const mistyped = finding.code === 'recipient.checksum' && chain !== undefined
  const spellings = mistyped ? spellingsOf(chain, row.cells[place] ?? '') : null
  return (
    <Group gap="xs" justify="space-between" align="flex-start">
      <Stack gap={4} flex="1 1 320px" miw={0}>
        <Text size="sm" className="breakable">
          <b className={finding.level === 'error' ? 'bad' : 'warn'}>
            {finding.level === 'error' ? 'Error' : 'Warning'}
          </b>{' '}
          · Row {row.row}
          {finding.column !== '' && `, ${finding.column}`}: {plainWords(finding.message)}
        </Text>
        {spellings && <SpellingsOf {...spellings} />}
      </Stack>
      <Group gap="xs">
        {spellings && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => correct({ row: row.row, column: place }, spellings.meant)}
          >
            Take the other spelling
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
