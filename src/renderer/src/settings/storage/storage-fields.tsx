import { Group, PasswordInput, Select, Text, TextInput } from '@mantine/core'
import type { StorageState } from '../../../../shared/api-schemas/storage.ts'
import { keepsSecret, type NodeAuth, type StorageDraft } from './storage-draft.ts'

const ways: { value: NodeAuth; label: string }[] = [
  { value: 'none', label: 'Nothing' },
  { value: 'bearer', label: 'A token' },
  { value: 'basic', label: 'User and password' },
]

export interface StorageFieldsProps {
  draft: StorageDraft
  service: StorageState['service']
  onChange(change: Partial<StorageDraft>): void
}

/** The fields for one kind of storage. */
export function StorageFields(props: StorageFieldsProps) {
  switch (props.draft.kind) {
    case 'kubo':
      return <NodeFields {...props} />
    case 'filebase':
      return (
        <Secret
          {...props}
          label="Token of a bucket"
          hint="Filebase: Access Keys, IPFS RPC API; the bucket keeps its content on IPFS"
        />
      )
    case 'pinata':
      return (
        <Secret
          {...props}
          label="JWT of an API key"
          hint="Pinata: API Keys; with the rights Files: Write and Files: Read"
        />
      )
    case 's3':
      return <BucketFields {...props} />
    case 'arweave':
      return (
        <Text size="sm" c="dimmed" className="breakable">
          For collections on Solana. A key of your seed signs each file, so the vault must be unlocked. Small files cost
          nothing; larger ones take credits of the account that is shown here once it is set.
        </Text>
      )
    case 'folder':
      return (
        <>
          <Field
            {...props}
            name="folder"
            label="Folder on this computer"
            hint="Its whole path; Mintdesk writes the files there"
          />
          <PublicFields {...props} />
        </>
      )
  }
}

function NodeFields(props: StorageFieldsProps) {
  const { draft, onChange } = props
  return (
    <>
      <Group align="flex-start" gap="sm">
        <Field
          {...props}
          name="url"
          label="Address of a Kubo node’s RPC"
          hint="Kubo prints it when it starts: port 5001"
        />
        <Select
          label="Lets in with"
          description="As its API.Authorizations ask"
          w={200}
          allowDeselect={false}
          data={ways}
          value={draft.auth}
          onChange={(value) => onChange({ auth: ways.find((way) => way.value === value)?.value ?? 'none' })}
        />
      </Group>
      {draft.auth !== 'none' && (
        <Group align="flex-start" gap="sm">
          {draft.auth === 'basic' && (
            <TextInput
              label="User"
              w={200}
              value={draft.user}
              onChange={(event) => onChange({ user: event.currentTarget.value })}
            />
          )}
          <Secret {...props} label={draft.auth === 'bearer' ? 'Token' : 'Password'} />
        </Group>
      )}
    </>
  )
}

function BucketFields(props: StorageFieldsProps) {
  return (
    <>
      <Group align="flex-start" gap="sm">
        <Field
          {...props}
          name="url"
          label="Address of the service"
          hint="Such as https://<account>.r2.cloudflarestorage.com"
        />
        <Field {...props} name="bucket" label="Bucket" w={200} />
        <Field {...props} name="region" label="Region" w={120} />
      </Group>
      <Group align="flex-start" gap="sm">
        <Field {...props} name="keyId" label="Access key ID" />
        <Secret {...props} label="Secret access key" />
      </Group>
      <PublicFields {...props} />
    </>
  )
}

/** Where everybody reads the files, and which form of URI NFTs name. */
function PublicFields(props: StorageFieldsProps) {
  const { draft, onChange } = props
  const base = draft.publicUrl.trim().replace(/\/*$/, '') || 'https://…'
  return (
    <>
      <Group align="flex-start" gap="sm">
        <Field {...props} name="publicUrl" label="Public address" hint="Where everybody reads the files" />
        <Select
          label="NFTs name their metadata as"
          description="Settled for good when a collection is made"
          w={320}
          maw="100%"
          allowDeselect={false}
          data={[
            { value: 'https', label: 'https:// (this public address)' },
            { value: 'ipfs', label: 'ipfs:// (it is a gateway of IPFS)' },
          ]}
          value={draft.uris}
          onChange={(value) => onChange({ uris: value === 'ipfs' ? 'ipfs' : 'https' })}
        />
      </Group>
      <Text size="sm" c="dimmed" className="breakable">
        {draft.uris === 'https'
          ? `An NFT will name ${base}/<CID>/0.json. Keep that address for as long as the NFTs are to be seen.`
          : `An NFT will name ipfs://<CID>/0.json. Choose this only where IPFS serves what lies in the storage.`}
      </Text>
    </>
  )
}

type TextName = 'url' | 'bucket' | 'region' | 'keyId' | 'folder' | 'publicUrl'

function Field({
  draft,
  onChange,
  name,
  label,
  hint,
  w = 360,
}: StorageFieldsProps & { name: TextName; label: string; hint?: string; w?: number }) {
  return (
    <TextInput
      label={label}
      description={hint}
      required
      w={w}
      maxLength={2_000}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
}

function Secret({ draft, service, onChange, label, hint }: StorageFieldsProps & { label: string; hint?: string }) {
  const kept = keepsSecret({ ...draft, secret: '' }, service)
  return (
    <PasswordInput
      label={label}
      description={kept ? 'Left empty, it stays as it is' : hint}
      w={360}
      maw="100%"
      autoComplete="off"
      value={draft.secret}
      onChange={(event) => onChange({ secret: event.currentTarget.value })}
    />
  )
}
