import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef } from 'react'
import { useApi } from '../../api/context.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { sayFailed } from '../../ui/say-failed.ts'
import classes from './drop-area.module.css'
import { MediaButton } from './media-button.tsx'

/** Takes a spreadsheet: dropped, chosen, or a sample. */
export function DropArea({ onFiles }: { onFiles(files: readonly File[]): void }) {
  const api = useApi()
  const open = useRef<() => void>(null)
  return (
    <Stack gap="sm">
      <Dropzone
        openRef={open}
        onDrop={onFiles}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        className={classes.area ?? ''}
        inputProps={{ 'aria-label': 'Spreadsheet and pictures' }}
        tabIndex={-1}
      >
        <Stack align="center" gap="sm">
          <IconFileSpreadsheet size={40} stroke={1.25} aria-hidden />
          <Text size="lg" fw={600} ta="center">
            Drop a spreadsheet, with a folder or a zip of pictures if you have one
          </Text>
          <Text c="dimmed" ta="center" maw={520}>
            One row for each recipient: an address, an e-mail address or a user id, then name and picture. Excel,
            OpenDocument, CSV or TSV, up to 2 GB. Nothing is minted before you have seen every row and the price.
          </Text>
          <Button onClick={() => open.current?.()}>Choose a file</Button>
        </Stack>
      </Dropzone>
      <Group gap="lg">
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => {
            saveFile(api.templateFile(), 'mintdesk-template.csv').catch(sayFailed('The template could not be saved'))
          }}
        >
          Download a template
        </Anchor>
        <MediaButton from="folder" onFiles={onFiles}>
          Choose a folder with spreadsheet and pictures
        </MediaButton>
      </Group>
    </Stack>
  )
}
