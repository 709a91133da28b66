import { Button, Checkbox, Group, MultiSelect, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type WebhookEvent, webhookEvents } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Failure } from '../ui/failure.tsx'
import { ShownOnce } from './shown-once.tsx'

/** Makes a webhook and shows its secret once. */
export function WebhookForm() {
  const api = useApi()
  const queries = useQueryClient()
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<WebhookEvent[]>([])
  const [allowPrivate, setAllowPrivate] = useState(false)
  const create = useMutation({
    mutationFn: () => api.createWebhook({ url: url.trim(), events, allowPrivate }),
    onSuccess: () => {
      setUrl('')
      setEvents([])
      setAllowPrivate(false)
      void queries.invalidateQueries({ queryKey: keys.webhooks })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Address of your server"
            placeholder="http://127.0.0.1:8000/hook"
            maxLength={2_000}
            miw={260}
            flex={1}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <MultiSelect
            label="Events"
            placeholder={events.length === 0 ? 'All' : undefined}
            miw={220}
            flex={1}
            clearable
            data={[...webhookEvents]}
            value={events}
            onChange={(values) => setEvents(webhookEvents.filter((one) => values.includes(one)))}
          />
        </Group>
        <Group justify="space-between" gap="sm">
          <Checkbox
            label="It may lead into the private network of this computer (192.168.x.x and the like)"
            checked={allowPrivate}
            onChange={(event) => setAllowPrivate(event.currentTarget.checked)}
          />
          <Button type="submit" loading={create.isPending} disabled={url.trim() === ''}>
            Create a webhook
          </Button>
        </Group>
        {create.error && <Failure title="The webhook was not created" error={create.error} />}
        {create.data && (
          <ShownOnce what="secret" value={create.data.secret}>
            Your server checks with it that a request comes from here: the svix packages do that.
          </ShownOnce>
        )}
      </Stack>
    </form>
  )
}
