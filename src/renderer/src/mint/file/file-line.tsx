import { Alert, Group, Progress, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { Import } from '../../../../shared/app-api.ts'
import { bytes, counted } from '../../ui/format.ts'
import { plainWords } from '../../ui/plain-words.ts'
import { useMintStore } from '../mint-store.ts'
import { ChosenFile } from './chosen-file.tsx'
import { HiddenAnswer } from './hidden-answer.tsx'
import { MediaButton } from './media-button.tsx'
import { kindOf } from './preview.ts'
import { SheetChoice } from './sheet-choice.tsx'

export interface FileLineProps {
  file: Import
  onFiles(files: readonly File[]): void
  onClose(): void
}

/** The open file: what it is, how far it is read, and its pictures. */
export function FileLine({ file, onFiles, onClose }: FileLineProps) {
  const media = useMintStore((store) => store.media)
  const sent = useMintStore((store) => store.mediaSent)
  const sending = media.size > 0 && sent > 0 && sent < media.size
  const share = file.bytesTotal === 0 ? 0 : (file.bytesRead / file.bytesTotal) * 100
  // Where there are several sheets, the choice of the sheet names it.
  const kind = kindOf({ ...file, sheet: file.sheets.length > 1 ? null : file.sheet })
  const doubt = file.encoding === 'Windows-1252' ? ' (if letters look wrong, save the sheet as UTF-8)' : ''
  return (
    <ChosenFile name={file.name} onClose={onClose}>
      <Group gap="lg">
        <Text c="dimmed">
          {file.columns.length === 0
            ? 'Reading the header'
            : `${counted(file.counts.rows, 'row')} · ${counted(file.columns.length, 'column')} · ${bytes(file.bytesTotal)} · ${kind}${doubt}`}
        </Text>
        <SheetChoice file={file} />
        <Group gap="xs">
          <Text c="dimmed">{file.mediaFiles > 0 ? counted(file.mediaFiles, 'picture') : 'No pictures beside it'}</Text>
          <MediaButton from="folder" onFiles={onFiles}>
            Add a folder of pictures
          </MediaButton>
          <MediaButton from="archive" onFiles={onFiles}>
            Add a zip
          </MediaButton>
        </Group>
      </Group>
      {file.state === 'checking' && (
        <Stack gap={4}>
          <Progress value={share} aria-label="Rows checked" size="sm" />
          <Text size="sm" c="dimmed" role="status">
            Checking: {Math.floor(share)} % read
          </Text>
        </Stack>
      )}
      {sending && (
        <Stack gap={4}>
          <Progress value={(sent / media.size) * 100} aria-label="Pictures taken in" size="sm" />
          <Text size="sm" c="dimmed" role="status">
            Pictures: {sent} of {media.size} taken in
          </Text>
        </Stack>
      )}
      {file.failure && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertCircle size={18} />}
          title="This file cannot be minted yet"
          role="alert"
        >
          {file.failure.code === 'sheet.hidden' ? (
            <HiddenAnswer file={file} />
          ) : (
            `${plainWords(file.failure.message)}${otherSheet(file)} Nothing was spent.`
          )}
        </Alert>
      )}
      {file.remarks.map(({ code, message }) => (
        <Text key={code} size="sm" className="warn">
          {plainWords(message)}
        </Text>
      ))}
    </ChosenFile>
  )
}

/** Where a sheet has no rows to mint, another one of the workbook may be meant. */
function otherSheet({ sheets, failure }: Import): string {
  const empty = failure?.code === 'file.header' || failure?.code === 'file.empty'
  return empty && sheets.length > 1 ? ' Or choose another sheet of the workbook, above.' : ''
}
