import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StorageState } from '../../../../shared/api-schemas/storage.ts'
import type { Project } from '../../../../shared/app-api.ts'
import { addressesOf, letsInWith } from '../../../../shared/words/storage-words.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { replaceAnswer } from '../../api/replace-answer.ts'
import { Failure } from '../../ui/failure.tsx'
import { counted } from '../../ui/format.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { Section } from '../section.tsx'
import { StorageForm } from './storage-form.tsx'

/** The storage of live projects. */
export function StorageSection({ kind }: { kind: Project['kind'] }) {
  const api = useApi()
  const { data, error, refetch } = useQuery({ queryKey: keys.storage, queryFn: api.storage })
  return (
    <Section
      id="storage"
      title="Storage"
      about={
        kind === 'live'
          ? 'Metadata and media are kept here before anything is minted with them, so that the world can see the NFTs.'
          : 'For live projects: where metadata and media are kept for the world. Practice projects need none; this computer serves theirs.'
      }
    >
      {error && !data && (
        <Failure title="The storage could not be looked up" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Waiting what="storage" lines={2} />}
      {data && <Storage state={data} />}
    </Section>
  )
}

function Storage({ state: { service } }: { state: StorageState }) {
  const api = useApi()
  const queries = useQueryClient()
  const [changing, setChanging] = useState(false)
  const test = useMutation({ mutationFn: api.testStorage })
  const drop = useMutation({
    mutationFn: api.dropStorage,
    onSuccess: (state) => {
      test.reset()
      replaceAnswer(queries, keys.storage, state)
    },
  })
  if (service === null || changing)
    return (
      <StorageForm
        service={service}
        onDone={() => {
          test.reset()
          setChanging(false)
        }}
        onCancel={service === null ? undefined : () => setChanging(false)}
      />
    )
  return (
    <Stack gap="sm">
      <div>
        <Text className="breakable">
          <b>{service.version}</b> at <span className="mono">{service.url}</span>
          {service.auth !== 'none' && `, with ${letsInWith[service.auth]}`}
        </Text>
        <Text size="sm" c="dimmed">
          {service.publicUrl !== null && `Everybody reads it at ${service.publicUrl}. `}
          {addressesOf(service)} It keeps {counted(service.pinned, 'file or folder', 'files and folders')} of this
          installation.
        </Text>
      </div>
      <Group gap="xs">
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Test
        </Button>
        <Button variant="default" onClick={() => setChanging(true)}>
          Change
        </Button>
        <Button variant="subtle" color="red" loading={drop.isPending} onClick={() => drop.mutate()}>
          Use no storage
        </Button>
      </Group>
      {test.data && (
        <Alert color="green" variant="light" icon={<IconCheck size={18} />} role="status">
          It works: it took a few bytes, keeps them under the right address, and answers in {test.data.latencyMs} ms.
        </Alert>
      )}
      {test.error && (
        <Failure
          title="The storage does not work now"
          error={test.error}
          money="Nothing is lost: what waits for it goes on when it works again."
          onRetry={() => test.mutate()}
        />
      )}
      {drop.error && <Failure title="The storage is still set" error={drop.error} />}
    </Stack>
  )
}
