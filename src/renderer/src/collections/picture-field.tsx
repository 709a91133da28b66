import { Button, FileButton, Group, Stack, TextInput } from '@mantine/core'
import { Thumbnail } from '../ui/media/thumbnail.tsx'
import { useFileAddress } from '../ui/media/use-file-address.ts'
import classes from './picture-field.module.css'

/** A picture in a form: a file that is stored together with the form, or an address; '' for none. */
export type PictureDraft = File | string

export interface PictureFieldProps {
  label: string
  description: string
  /** The collection's name: its initials are shown where there is no picture. */
  name: string
  value: PictureDraft
  error: string | undefined
  onChange(value: PictureDraft): void
}

/** A picture: a file, an address, or none. */
export function PictureField({ label, description, name, value, error, onChange }: PictureFieldProps) {
  const file = typeof value === 'string' ? null : value
  const chosen = useFileAddress(file)
  const address = typeof value === 'string' ? value : ''
  // It contains the picture itself, which is no text for people.
  const isInline = address.startsWith('data:')
  return (
    <Group gap="md" wrap="nowrap" align="flex-start">
      <div className={classes.picture}>
        <Thumbnail src={file ? (chosen ?? '') : address} name={name} size={320} width={64} alt="" />
      </div>
      <Stack gap={6} flex={1} miw={0}>
        <TextInput
          label={label}
          description={description}
          placeholder="https:// or ipfs://"
          value={file ? `The file ${file.name}` : isInline ? 'A picture of its own' : address}
          readOnly={file !== null || isInline}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value.trim())}
        />
        <Group gap="xs">
          <FileButton
            accept="image/*"
            onChange={(given) => given && onChange(given)}
            inputProps={{ 'aria-label': `${label}: a file` }}
          >
            {(props) => (
              <Button {...props} size="xs" variant="default" aria-label={`Choose a file as ${label.toLowerCase()}`}>
                Choose a file
              </Button>
            )}
          </FileButton>
          {value !== '' && (
            <Button size="xs" variant="subtle" color="gray" onClick={() => onChange('')}>
              No {label.toLowerCase()}
            </Button>
          )}
        </Group>
      </Stack>
    </Group>
  )
}
