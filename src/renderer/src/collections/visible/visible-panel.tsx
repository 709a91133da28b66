import { Anchor, Badge, Button, Group, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type VisibleCheck, visibleNames } from '../../../../shared/app-api/visibility.ts'
import type { CollectionSummary } from '../../../../shared/app-api.ts'
import { useApi } from '../../api/context.tsx'
import { Failure } from '../../ui/failure.tsx'
import { plainWords } from '../../ui/plain-words.ts'
import classes from '../collection-settings.module.css'

const badges: Readonly<Record<VisibleCheck['state'], { color: string; label: string }>> = {
  seen: { color: 'green', label: 'Seen' },
  unseen: { color: 'red', label: 'Not seen' },
  unknown: { color: 'yellow', label: 'Not known' },
  none: { color: 'gray', label: 'Nothing there' },
}

/** Whether others can see a live collection. It asks public gateways, so it looks only when a person wants to know. */
export function VisiblePanel({ collection }: { collection: CollectionSummary }) {
  const api = useApi()
  const look = useMutation({ mutationFn: () => api.visibleCollection(collection.id) })
  return (
    <section className="panel" aria-label="Is it visible?">
      <Group p="md" pb={look.data || look.error ? 0 : 'md'} justify="space-between" align="flex-start">
        <div>
          <Title order={2}>Is it visible?</Title>
          <Text size="sm" c="dimmed">
            Asks the network, and public gateways for the metadata and the first picture, as anybody else does.
          </Text>
        </div>
        <Button variant="default" loading={look.isPending} onClick={() => look.mutate()}>
          {look.data ? 'Look again' : 'Look'}
        </Button>
      </Group>
      {look.error && <Failure title="It could not be looked up" error={look.error} onRetry={() => look.mutate()} />}
      {look.data && (
        <ul className={classes.list} aria-label="What others see">
          {look.data.checks.map((check) => (
            <li key={check.what} className={classes.row}>
              <div>
                <Text size="xs" c="dimmed">
                  {visibleNames[check.what]}
                </Text>
                <Text className="breakable">
                  {plainWords(check.said)}{' '}
                  {check.url !== null && (
                    <Anchor href={check.url} target="_blank" rel="noreferrer">
                      Open
                    </Anchor>
                  )}
                </Text>
              </div>
              <Badge color={badges[check.state].color} variant="light" miw="max-content">
                {badges[check.state].label}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
