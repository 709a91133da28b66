import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ApiKey } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { changedFields } from '../ui/changed-fields.ts'
import { Failure } from '../ui/failure.tsx'
import { counted } from '../ui/format.ts'
import { draftOf, LimitFields, limitsIn } from './limit-fields.tsx'

/** `None`, `100 requests a minute`, `100 requests a minute, 5,000 mints a day` */
export function limitsText({
  requestsPerMinute,
  mintsPerDay,
}: Pick<ApiKey, 'requestsPerMinute' | 'mintsPerDay'>): string {
  const parts = [
    ...(requestsPerMinute === null ? [] : [`${counted(requestsPerMinute, 'request')} a minute`]),
    ...(mintsPerDay === null ? [] : [`${counted(mintsPerDay, 'mint')} a day`]),
  ]
  return parts.length === 0 ? 'None' : parts.join(', ')
}

/** Changes a key's name and limits. */
export function KeyDialog({ apiKey, onClose }: { apiKey: ApiKey | null; onClose(): void }) {
  return (
    <Modal opened={apiKey !== null} onClose={onClose} size="lg" title={`Change ${apiKey?.name || apiKey?.hint}`}>
      {apiKey && <ChangeForm apiKey={apiKey} onDone={onClose} />}
    </Modal>
  )
}

function ChangeForm({ apiKey, onDone }: { apiKey: ApiKey; onDone(): void }) {
  const api = useApi()
  const queries = useQueryClient()
  const [shown] = useState(() => {
    const { name, requestsPerMinute, mintsPerDay } = apiKey
    return { name, requestsPerMinute, mintsPerDay }
  })
  const [name, setName] = useState(apiKey.name)
  const [limits, setLimits] = useState(() => draftOf(apiKey))
  const change = useMutation({
    mutationFn: async () => api.changeKey(apiKey.id, changedFields(shown, { name: name.trim(), ...limitsIn(limits) })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.keys })
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name"
          maxLength={100}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <LimitFields limits={limits} onChange={setLimits} />
        <Text size="sm" c="dimmed">
          Limits hold from the next request on. What was minted today counts already where there was a limit.
        </Text>
        {change.error && <Failure title="The key is as it was" error={change.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
