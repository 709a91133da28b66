import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type StorageState, storageKinds } from '../../../../shared/api-schemas/storage.ts'
import { storageNames } from '../../../../shared/words/storage-words.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { replaceAnswer } from '../../api/replace-answer.ts'
import { Failure } from '../../ui/failure.tsx'
import { draftOf, requestOf, type StorageDraft } from './storage-draft.ts'
import { StorageFields } from './storage-fields.tsx'

export interface StorageFormProps {
  /** What is set now. */
  service: StorageState['service']
  onDone(): void
  onCancel: (() => void) | undefined
}

/** Asks for a storage, tests it, and sets it. */
export function StorageForm({ service, onDone, onCancel }: StorageFormProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<StorageDraft>(() => draftOf(service))
  const request = requestOf(draft, service)
  const set = useMutation({
    mutationFn: api.setStorage,
    onSuccess: (state) => {
      replaceAnswer(queries, keys.storage, state)
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (request) set.mutate(request)
  }
  const choose = (value: string | null) => {
    const kind = storageKinds.find((one) => one === value) ?? 'kubo'
    set.reset()
    setDraft({
      ...draftOf(service?.kind === kind ? service : null),
      kind,
      ...(kind === 's3' && service?.kind !== kind ? { url: '' } : {}),
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Select
          label="Storage"
          w={360}
          maw="100%"
          allowDeselect={false}
          data={storageKinds.map((value) => ({ value, label: storageNames[value] }))}
          value={draft.kind}
          onChange={choose}
        />
        <StorageFields draft={draft} service={service} onChange={(change) => setDraft({ ...draft, ...change })} />
        {set.error && <Failure title="It is not set" error={set.error} money="Nothing was changed." />}
        <Group gap="xs">
          <Button type="submit" loading={set.isPending} disabled={request === null}>
            Test and use
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </Group>
        {service === null && (
          <Text size="sm" c="dimmed">
            Without a storage, a live run is refused before its price is shown, unless every row names hosted metadata.
          </Text>
        )}
      </Stack>
    </form>
  )
}
