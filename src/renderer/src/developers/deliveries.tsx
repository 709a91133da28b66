import { Accordion, Badge, Button, Code, Drawer, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Webhook, WebhookDelivery } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Copy } from '../ui/copy.tsx'
import { Failure } from '../ui/failure.tsx'
import { counted, moment } from '../ui/format.ts'
import { sayFailed } from '../ui/say-failed.ts'
import { Waiting } from '../ui/waiting.tsx'

const states: Record<WebhookDelivery['state'], [word: string, color: string]> = {
  waiting: ['Waiting', 'yellow'],
  delivered: ['Delivered', 'green'],
  failed: ['Given up', 'red'],
}

/** The deliveries to a webhook, newest first, with their states. */
export function Deliveries({ webhook, onClose }: { webhook: Webhook | null; onClose(): void }) {
  return (
    <Drawer opened={webhook !== null} onClose={onClose} position="right" size={600} title="Deliveries">
      {webhook && <List webhook={webhook} />}
    </Drawer>
  )
}

function List({ webhook }: { webhook: Webhook }) {
  const api = useApi()
  const queries = useQueryClient()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keys.deliveries(webhook.id),
    queryFn: ({ pageParam }) => api.deliveries(webhook.id, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  const resend = useMutation({
    mutationFn: (id: string | undefined) => api.resendDelivery(webhook.id, id),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.webhooks }),
    onError: sayFailed('Nothing was sent again'),
  })
  if (error && !data)
    return <Failure title="The deliveries could not be loaded" error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting what="deliveries" />
  const deliveries = data.pages.flatMap((page) => page.deliveries)
  return (
    <Stack gap="md">
      <Text className="mono breakable">{webhook.url}</Text>
      {webhook.failed > 0 && webhook.disabledAt === null && (
        <Group>
          <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
            Resend all {counted(webhook.failed, 'delivery', 'deliveries')} that were given up
          </Button>
        </Group>
      )}
      {deliveries.length === 0 && <Text c="dimmed">Nothing was sent to it so far. What ends from now on is.</Text>}
      <Accordion variant="separated" chevronPosition="left">
        {deliveries.map((delivery) => (
          <Accordion.Item key={delivery.id} value={delivery.id}>
            <Accordion.Control>
              <Group justify="space-between" wrap="nowrap">
                <div>
                  <Text className="breakable">{delivery.type}</Text>
                  <Text size="sm" c="dimmed">
                    {moment(delivery.createdAt)}
                  </Text>
                </div>
                <Badge variant="light" color={states[delivery.state][1]} tt="none" radius="sm" miw={80}>
                  {states[delivery.state][0]}
                </Badge>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Stack gap="xs">
                <Text>{standing(delivery)}</Text>
                <Group gap={4} wrap="nowrap">
                  <Text className="mono breakable" size="sm">
                    {delivery.id}
                  </Text>
                  <Copy value={delivery.id} what="id" />
                </Group>
                <Code block tabIndex={0} mah={280}>
                  {JSON.stringify(JSON.parse(delivery.body), null, 2)}
                </Code>
                <Group>
                  <Button
                    variant="default"
                    loading={resend.isPending}
                    disabled={webhook.disabledAt !== null}
                    onClick={() => resend.mutate(delivery.id)}
                  >
                    Resend
                  </Button>
                </Group>
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older ones
        </Button>
      )}
    </Stack>
  )
}

function standing({ state, attempts, lastAt, lastStatus, lastError, nextAt }: WebhookDelivery): string {
  const tried = `${counted(attempts, 'attempt')}${lastAt === null ? '' : `, the last on ${moment(lastAt)}`}.`
  const last = lastError ?? (lastStatus === null ? '' : `It answered ${lastStatus}.`)
  const next = state === 'waiting' && nextAt !== null ? `The next one is due on ${moment(nextAt)}.` : ''
  return [tried, last, next].filter((part) => part !== '').join(' ')
}
