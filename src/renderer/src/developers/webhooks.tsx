import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { WebhooksArt } from '../ui/art/illustrations.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { count } from '../ui/format.ts'
import { sayFailed } from '../ui/say-failed.ts'
import { Waiting } from '../ui/waiting.tsx'
import { Deliveries } from './deliveries.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** Servers that receive a request when an action ends. */
export function Webhooks() {
  const api = useApi()
  const { data, error, refetch } = useQuery({ queryKey: keys.webhooks, queryFn: api.webhooks })
  const [opened, setOpened] = useState<Webhook | null>(null)
  return (
    <Stack gap="md">
      <Stack className="panel" p="lg" gap="md">
        <Text c="dimmed">
          Your server is sent a signed request when a mint or another action of this project ends, and again for about a
          day until it takes it.
        </Text>
        <WebhookForm />
      </Stack>
      {error && !data && (
        <Failure title="The webhooks could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Waiting what="webhooks" lines={2} />}
      {data?.length === 0 && (
        <Empty
          icon={<WebhooksArt />}
          title="No webhooks yet"
          cure="Without one, programs ask for an action until it has ended."
        />
      )}
      {data?.map((webhook) => (
        <OneWebhook key={webhook.id} webhook={webhook} onDeliveries={() => setOpened(webhook)} />
      ))}
      <Deliveries webhook={data?.find(({ id }) => id === opened?.id) ?? null} onClose={() => setOpened(null)} />
    </Stack>
  )
}

function OneWebhook({ webhook, onDeliveries }: { webhook: Webhook; onDeliveries(): void }) {
  const api = useApi()
  const queries = useQueryClient()
  const [asked, setAsked] = useState(false)
  const again = () => queries.invalidateQueries({ queryKey: keys.webhooks })
  const remove = useMutation({
    mutationFn: () => api.deleteWebhook(webhook.id),
    onSuccess: again,
    onError: sayFailed('The webhook was not deleted'),
  })
  const enable = useMutation({
    mutationFn: () => api.enableWebhook(webhook.id),
    onSuccess: again,
    onError: sayFailed('The webhook is still off'),
  })
  const { url, events, notice, disabledAt, waiting, failed } = webhook
  return (
    <Stack component="article" aria-label={url} className="panel" p="lg" gap="sm">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Group gap="xs">
            <Text className="mono breakable">{url}</Text>
            <State webhook={webhook} />
          </Group>
          <Text c="dimmed" className="breakable">
            {events.length === 0 ? 'All events' : events.join(', ')} · {count(waiting)} waiting · {count(failed)} given
            up
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          {disabledAt !== null && (
            <Button loading={enable.isPending} onClick={() => enable.mutate()}>
              Turn on
            </Button>
          )}
          <Button variant="default" onClick={onDeliveries}>
            Deliveries
          </Button>
          <Button variant="default" onClick={() => setAsked(true)}>
            Delete
          </Button>
        </Group>
      </Group>
      {notice !== null && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
          {notice}
        </Alert>
      )}
      <Confirm
        opened={asked}
        onClose={() => setAsked(false)}
        title="Delete this webhook?"
        keep="Keep it"
        act="Delete"
        pending={remove.isPending}
        onAct={() => remove.mutate()}
      >
        Nothing is sent to {url} any more, and what waits for it is forgotten. Nothing that was minted is affected.
      </Confirm>
    </Stack>
  )
}

function State({ webhook: { disabledAt, failingSince } }: { webhook: Webhook }) {
  const [word, color] =
    disabledAt !== null ? ['Off', 'red'] : failingSince !== null ? ['Failing', 'yellow'] : ['On', 'green']
  return (
    <Badge variant="light" color={color} tt="none" radius="sm">
      {word}
    </Badge>
  )
}
