import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ApiKey, KeyLimits } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Failure } from '../ui/failure.tsx'
import { counted } from '../ui/format.ts'
import { LimitFields } from './limit-fields.tsx'

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

/** Changes what a key may do at most. */
export function LimitsDialog({ apiKey, onClose }: { apiKey: ApiKey | null; onClose(): void }) {
  return (
    <Modal opened={apiKey !== null} onClose={onClose} size="lg" title={`Limits of ${apiKey?.name || apiKey?.hint}`}>
      {apiKey && <LimitsForm apiKey={apiKey} onDone={onClose} />}
    </Modal>
  )
}

function LimitsForm({ apiKey, onDone }: { apiKey: ApiKey; onDone(): void }) {
  const api = useApi()
  const queries = useQueryClient()
  const [limits, setLimits] = useState<KeyLimits>({
    requestsPerMinute: apiKey.requestsPerMinute,
    mintsPerDay: apiKey.mintsPerDay,
  })
  const change = useMutation({
    mutationFn: () => api.limitKey(apiKey.id, limits),
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
        <Text c="dimmed">
          They hold from the next request on. What was minted today counts already where there was a limit.
        </Text>
        <LimitFields limits={limits} onChange={setLimits} />
        {change.error && <Failure title="The limits are as they were" error={change.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Set
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
