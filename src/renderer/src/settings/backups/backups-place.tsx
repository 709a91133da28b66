import { Button, Group, PasswordInput, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { type BackupBucket, type BackupsState, isBucketPlace } from '../../../../shared/app-api.ts'

/** Where backups are to go, as typed. */
export interface PlaceDraft {
  kind: 'folder' | 'bucket'
  folder: string
  /** For a bucket: its name, and the folder in it. */
  bucket: string
  below: string
  endpoint: string
  region: string
  keyId: string
  secret: string
}

/** The present setting, to be changed. */
export function draftOf({ schedule, bucket }: BackupsState): PlaceDraft {
  const place = schedule?.place ?? ''
  const isBucket = isBucketPlace(place)
  const [name = '', ...below] = isBucket ? place.slice('s3://'.length).split('/') : []
  return {
    ...{ kind: isBucket ? 'bucket' : 'folder', folder: isBucket ? '' : place, bucket: name, below: below.join('/') },
    ...{ endpoint: bucket?.endpoint ?? '', region: bucket?.region ?? 'auto', keyId: bucket?.accessKeyId ?? '' },
    secret: '',
  }
}

/** The request to the core; null while something is missing. An empty secret leaves the stored one as it is. */
export function placeOf(
  draft: PlaceDraft,
  { bucket: kept }: BackupsState,
): { place: string; bucket?: BackupBucket } | null {
  const { kind, folder, bucket, below, endpoint, region, keyId, secret } = draft
  if (kind === 'folder') return folder.trim() === '' ? null : { place: folder.trim() }
  const given = [bucket, endpoint, region, keyId].every((text) => text.trim() !== '')
  if (!given || (secret === '' && kept?.accessKeyId !== keyId.trim())) return null
  const place = `s3://${[bucket.trim(), below.trim().replace(/^\/+|\/+$/g, '')].filter(Boolean).join('/')}`
  const reached = { endpoint: endpoint.trim(), region: region.trim(), accessKeyId: keyId.trim() }
  return { place, bucket: { ...reached, ...(secret === '' ? {} : { secretAccessKey: secret }) } }
}

export interface BackupsPlaceProps {
  draft: PlaceDraft
  /** Whether a secret is stored that may stay. */
  isKept: boolean
  onChange(change: Partial<PlaceDraft>): void
}

/** Asks for a folder, or for a bucket and its credentials. */
export function BackupsPlace({ draft, isKept, onChange }: BackupsPlaceProps) {
  const { native } = window
  const choose = async () => {
    const chosen = await native?.pickFolder()
    if (chosen) onChange({ folder: chosen })
  }
  const text = (name: keyof Omit<PlaceDraft, 'kind' | 'secret'>, label: string, description: string, w = 240) => (
    <TextInput
      {...{ label, description, w }}
      maw="100%"
      required={name !== 'below'}
      maxLength={4_000}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <Stack gap="sm" align="flex-start">
      <SegmentedControl
        aria-label="Where backups go"
        data={[
          { value: 'folder', label: 'A folder' },
          { value: 'bucket', label: 'A bucket (S3)' },
        ]}
        value={draft.kind}
        onChange={(value) => onChange({ kind: value === 'bucket' ? 'bucket' : 'folder' })}
      />
      {draft.kind === 'folder' ? (
        <Group align="flex-end" gap="sm">
          {text('folder', 'Folder for backups', 'Its whole path, on another disk than this computer’s', 360)}
          {native && (
            <Button variant="default" onClick={() => void choose()}>
              Choose
            </Button>
          )}
        </Group>
      ) : (
        <>
          <Group align="flex-start" gap="sm">
            {text('endpoint', 'Address of the service', 'Such as https://s3.eu-central-1.amazonaws.com', 360)}
            {text('region', 'Region', 'auto, where it has none', 160)}
          </Group>
          <Group align="flex-start" gap="sm">
            {text('bucket', 'Bucket', 'One that nobody else reads')}
            {text('below', 'Folder in it', 'May be left empty')}
          </Group>
          <Group align="flex-start" gap="sm">
            {text('keyId', 'Access key ID', 'With rights on this bucket alone')}
            <PasswordInput
              label="Secret access key"
              description={isKept ? 'Left empty, it stays as it is' : 'The service shows it once, with the key'}
              w={360}
              maw="100%"
              autoComplete="off"
              value={draft.secret}
              onChange={(event) => onChange({ secret: event.currentTarget.value })}
            />
          </Group>
        </>
      )}
    </Stack>
  )
}
