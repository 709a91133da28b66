import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import type { ColumnMapping, FieldName, Finding, ImportRow } from '../../../../shared/app-api.ts'
import { Thumbnail } from '../../ui/media/thumbnail.tsx'
import { plainWords } from '../../ui/plain-words.ts'
import { CellText } from '../../ui/table/cell-text.tsx'
import type { TableColumn } from '../../ui/table/table-row.tsx'
import { plainValue } from '../map/fields.ts'
import { CellEditor } from './cell-editor.tsx'

/** How many columns stand before the file's own. */
export const columnsBefore = 3

/** A cell of the file: the row's number in the spreadsheet, the column's place in the file. */
export interface CellPlace {
  row: number
  column: number
}

type OnDone = (row: ImportRow, column: number, value: string | null) => void

const words: Record<ImportRow['status'], string> = {
  ready: 'Ready',
  error: 'Error',
  warning: 'Warning',
  skipped: 'Skipped',
}

function Status({ row }: { row: ImportRow }) {
  const Icon = { ready: IconCircleCheck, error: IconAlertCircle, warning: IconAlertTriangle, skipped: IconCircleMinus }[
    row.status
  ]
  const tone = { ready: 'ok', error: 'bad', warning: 'warn', skipped: '' }[row.status]
  const sentence = row.findings.map(({ message }) => plainWords(message)).join(' ')
  return (
    <>
      <Icon size={16} className={tone} aria-hidden style={{ flex: 'none' }} />
      <CellText tip={sentence === '' ? undefined : sentence}>
        {sentence === '' ? words[row.status] : `${words[row.status]}: ${sentence}`}
      </CellText>
    </>
  )
}

function findingsOf(row: ImportRow, header: string): Finding[] {
  return row.findings.filter((finding) => finding.column === header)
}

function Cell({ text, findings }: { text: string; findings: readonly Finding[] }) {
  const wrong = findings.some(({ level }) => level === 'error')
  const Icon = wrong ? IconAlertCircle : IconAlertTriangle
  const content = (
    <CellText anyScript isDimmed={text === ''}>
      {text === '' && findings.length > 0 ? 'empty' : text}
    </CellText>
  )
  if (findings.length === 0) return content
  return (
    <div
      style={{ display: 'flex', gap: 6, alignItems: 'center', minWidth: 0 }}
      data-tip={findings.map(({ message }) => plainWords(message)).join(' ')}
    >
      <Icon
        size={14}
        className={wrong ? 'bad' : 'warn'}
        aria-label={wrong ? 'Error' : 'Warning'}
        style={{ flex: 'none' }}
      />
      {content}
    </div>
  )
}

function widthOf({ field }: ColumnMapping): number {
  if (field === 'recipient' || field === 'email' || field === 'image' || field === 'description') return 240
  return field === 'quantity' || field === 'compressed' ? 110 : 160
}

/** The picture of a row's NFT, as its cells name it now. */
function Picture({ row, columns, importId }: { row: ImportRow; columns: readonly ColumnMapping[]; importId: string }) {
  const cellOf = (field: FieldName) => row.cells[columns.findIndex((column) => column.field === field)]?.trim() ?? ''
  const id = `${importId} ${row.row}`
  return (
    <Thumbnail src={cellOf('image')} name={cellOf('name')} id={id} importId={importId} size={64} width={28} alt="" />
  )
}

/** The table's columns: the row's number, its NFT's picture, its status with the reasons, then the file's own columns. */
export function rowColumns(
  importId: string,
  columns: readonly ColumnMapping[],
  editing: CellPlace | null,
  onDone: OnDone,
): TableColumn<ImportRow>[] {
  return [
    { key: 'row', header: 'Row', width: 84, align: 'right', cell: (row) => row.row },
    {
      key: 'nft',
      header: 'NFT',
      width: 60,
      cell: (row) => <Picture row={row} columns={columns} importId={importId} />,
    },
    { key: 'status', header: 'Status', width: 280, cell: (row) => <Status row={row} /> },
    ...columns.map(
      (mapping, place): TableColumn<ImportRow> => ({
        key: `${place} ${mapping.header}`,
        header: mapping.header,
        width: widthOf(mapping),
        tone: (row) => {
          const findings = findingsOf(row, mapping.header)
          if (findings.length === 0) return undefined
          return findings.some(({ level }) => level === 'error') ? 'wrong' : 'warn'
        },
        cell: (row) =>
          editing?.row === row.row && editing.column === place ? (
            <CellEditor
              label={`Row ${row.row}, ${mapping.header}`}
              value={row.cells[place] ?? ''}
              onDone={(value) => onDone(row, place, value)}
            />
          ) : (
            <Cell text={plainValue(row.cells[place] ?? '')} findings={findingsOf(row, mapping.header)} />
          ),
      }),
    ),
  ]
}
