import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CollectionDetails, CollectionShown, CollectionSummary } from '../../../shared/app-api.ts'
import type { Api } from '../api/api.ts'
import { CallError } from '../api/client.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Failure } from '../ui/failure.tsx'
import { moneyText } from '../ui/format.ts'
import { type PictureDraft, PictureField } from './picture-field.tsx'

interface DialogProps {
  collection: CollectionSummary
  details: CollectionDetails
  onClose(): void
}

/** Changes what wallets and marketplaces show of a collection. */
export function MetadataDialog({ opened, onClose, ...rest }: DialogProps & { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Picture and texts">
      {opened && <MetadataForm onClose={onClose} {...rest} />}
    </Modal>
  )
}

interface Draft extends Pick<CollectionShown, 'description' | 'link'> {
  imageUrl: PictureDraft
  bannerUrl: PictureDraft
}

function MetadataForm({ collection, details, onClose }: DialogProps) {
  const api = useApi()
  const queries = useQueryClient()
  // Starts from the metadata with pending changes, so that the next change does not undo them.
  const [standing] = useState(details.metadataWanted)
  const [draft, setDraft] = useState<Draft>(standing)
  const set = (change: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...change }))
    // The refused value may be right now.
    if (save.error) save.reset()
  }
  const save = useMutation({
    mutationFn: async () => api.changeMetadata(collection.id, await patchOf(api, standing, draft)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.collections })
      onClose()
    },
  })
  const faults = faultsOf(save.error)
  const { name } = collection.metadata
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <PictureField
          label="Picture"
          description="Square, as wallets show it"
          name={name}
          value={draft.imageUrl}
          error={faults?.imageUrl}
          onChange={(imageUrl) => set({ imageUrl })}
        />
        <PictureField
          label="Banner"
          description="Wide, above the NFTs on marketplaces"
          name={name}
          value={draft.bannerUrl}
          error={faults?.bannerUrl}
          onChange={(bannerUrl) => set({ bannerUrl })}
        />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxRows={8}
          value={draft.description}
          error={faults?.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <TextInput
          label="Link"
          description="A page about it"
          placeholder="https://example.com"
          inputMode="url"
          value={draft.link}
          error={faults?.link}
          onChange={(event) => set({ link: event.currentTarget.value.trim() })}
        />
        <Price collection={collection} />
        {save.error && faults === null && (
          <Failure
            title="It was not changed"
            error={save.error}
            money="Nothing was spent."
            lost="Look at the collection before you ask again: where it was taken, it is there, or under way."
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!isChanged(standing, draft)}>
            Change
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What the change is, and what it costs. */
function Price({ collection }: { collection: CollectionSummary }) {
  const api = useApi()
  const { data: fee } = useQuery({
    queryKey: keys.metadataFee(collection.id),
    queryFn: () => api.metadataFee(collection.id),
  })
  const cost = fee ? `It costs about ${moneyText(fee)}` : 'It costs a fee'
  return (
    <Text size="sm" c="dimmed">
      The change is a transaction. {cost}
      {collection.deployed ? '' : ' beside that of setting up the collection, which comes first'}, and counts when it is
      confirmed. What is shown is public for ever.
    </Text>
  )
}

function isChanged(standing: CollectionShown, draft: Draft): boolean {
  return fields.some((field) => draft[field] !== standing[field])
}

const fields = ['imageUrl', 'bannerUrl', 'description', 'link'] as const

/** The changed fields; their files are stored first. */
async function patchOf(api: Api, standing: CollectionShown, draft: Draft): Promise<Partial<CollectionShown>> {
  const patch: Partial<CollectionShown> = {}
  for (const field of fields) {
    const value = draft[field]
    if (value !== standing[field]) patch[field] = typeof value === 'string' ? value : await keep(api, field, value)
  }
  return patch
}

/** Stores a file and returns its address. @throws CallError that names the field */
async function keep(api: Api, path: string, file: File): Promise<string> {
  try {
    return await api.storePicture(file)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { status, code, message } = error
    throw new CallError(status, code, message, [{ path, message }])
  }
}

/** What is wrong with each field; null where the failure concerns no field. */
function faultsOf(error: Error | null): Partial<Record<keyof CollectionShown, string>> | null {
  const details = error instanceof CallError ? error.details : []
  const named = details.filter(({ path }) => fields.some((field) => field === path))
  return named.length === 0
    ? null
    : Object.fromEntries(
        named.map(({ path, message }) => [
          path,
          message.startsWith(`${path} `) ? `It${message.slice(path.length)}` : message,
        ]),
      )
}
