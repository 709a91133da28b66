import { Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { Import } from '../../../../shared/app-api.ts'
import { useApi } from '../../api/context.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { SaveSheet } from '../../ui/save-sheet.tsx'
import { sayFailed } from '../../ui/say-failed.ts'
import type { useUndo } from './use-cells.ts'
import { correctionWords } from './use-cells.ts'

/** Beside the title of the check: a button that undoes the last correction, and the rows with errors as a file. */
export function CheckButtons({ file, undo }: { file: Import; undo: ReturnType<typeof useUndo> }) {
  const api = useApi()
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {undo.done && !undo.busy && 'Undone'}
      </Text>
      {undo.last && (
        <Button
          variant="default"
          size="xs"
          loading={undo.busy}
          leftSection={<IconArrowBackUp size={14} />}
          onClick={undo.run}
          title="Ctrl+Z"
        >
          Undo {correctionWords(undo.last)}
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
  )
}
