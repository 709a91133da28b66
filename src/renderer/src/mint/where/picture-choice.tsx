import { Group, Radio, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { Thumbnail } from '../../ui/media/thumbnail.tsx'
import { useFileAddress } from '../../ui/media/use-file-address.ts'
import classes from './where.module.css'

/** Where the picture of a new collection comes from. */
export type PictureChoice = { from: 'row' | 'none' } | { from: 'file'; file: File }

export interface PictureChoiceProps {
  /** The picture of the first row that has one, as its cell names it; '' where none has. */
  rowPicture: string
  importId: string
  name: string
  value: PictureChoice
  onChange(value: PictureChoice): void
}

/** The picture of a new collection: the first row's, a file, or none. */
export function PictureOfCollection({ rowPicture, importId, name, value, onChange }: PictureChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  const chosen = useFileAddress(value.from === 'file' ? value.file : null)
  const source = value.from === 'row' ? rowPicture : (chosen ?? '')
  return (
    <Group gap="md" wrap="nowrap" align="flex-start">
      <div className={classes.picture}>
        <Thumbnail src={source} importId={importId} name={name} size={320} width={64} alt="" />
      </div>
      <Radio.Group
        label="Picture"
        value={value.from}
        onChange={(from) => {
          if (from === 'file') input.current?.click()
          else onChange({ from: from === 'row' ? 'row' : 'none' })
        }}
      >
        <Stack gap={6} mt={4}>
          {rowPicture !== '' && <Radio value="row" label="That of the first row" />}
          <Radio value="file" label={value.from === 'file' ? `The file ${value.file.name}` : 'A file…'} />
          <Radio value="none" label="None: a mosaic of its NFTs stands for it" />
        </Stack>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label="Picture of the collection"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file) onChange({ from: 'file', file })
            event.currentTarget.value = ''
          }}
        />
        {value.from !== 'none' && (
          <Text size="xs" c="dimmed" mt={4}>
            It is public for ever, as the collection is.
          </Text>
        )}
      </Radio.Group>
    </Group>
  )
}
