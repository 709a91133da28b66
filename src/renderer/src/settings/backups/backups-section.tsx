import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BackupsState } from '../../../../shared/app-api.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { replaceAnswer } from '../../api/replace-answer.ts'
import { Failure } from '../../ui/failure.tsx'
import { bytes, counted, moment } from '../../ui/format.ts'
import { plainWords } from '../../ui/plain-words.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { Section } from '../section.tsx'
import { BackupsForm } from './backups-form.tsx'

/** Encrypted copies of the data folder, made by hand and by schedule. */
export function BackupsSection() {
  const api = useApi()
  const { data, error, refetch } = useQuery({
    queryKey: keys.backups,
    queryFn: api.backups,
    refetchInterval: ({ state }) => (state.data?.running ? 500 : false),
  })
  return (
    <Section
      id="backups"
      title="Backups"
      about="Encrypted copies of everything here, made while runs go on. On another computer the 24 words alone open them, and what was minted since is read back from the chain."
    >
      {error && !data && (
        <Failure title="The backups could not be looked up" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Waiting what="backups" lines={2} />}
      {data && <Backups state={data} />}
    </Section>
  )
}

function Backups({ state }: { state: BackupsState }) {
  const { missing, schedule, running, notice } = state
  const api = useApi()
  const queries = useQueryClient()
  const [changing, setChanging] = useState(false)
  const keep = (next: BackupsState) => replaceAnswer(queries, keys.backups, next)
  const make = useMutation({ mutationFn: () => api.makeBackup({}), onSuccess: keep })
  const drop = useMutation({ mutationFn: api.dropBackups, onSuccess: keep })
  if (missing !== null && schedule === null) return <Text className="breakable">{plainWords(missing)}</Text>
  if (schedule === null || changing)
    return (
      <Stack gap="sm">
        <BackupsForm
          state={state}
          onDone={() => setChanging(false)}
          onCancel={schedule === null ? undefined : () => setChanging(false)}
        />
        <Last state={state} />
      </Stack>
    )
  return (
    <Stack gap="sm">
      <div>
        <Text className="breakable">
          To <b>{schedule.place}</b>
          {state.bucket && ` at ${state.bucket.endpoint}`}
        </Text>
        <Text size="sm" c="dimmed">
          Every {counted(schedule.everyMinutes, 'minute')} while something changes, and at each quiet moment. The last{' '}
          {schedule.keep} stay.
        </Text>
      </div>
      {notice !== null && running === null && (
        <Failure
          title="The last backup failed"
          error={notice}
          money="Minting goes on, and earlier backups are whole."
          onRetry={() => make.mutate()}
        />
      )}
      <Last state={state} />
      <Group gap="xs">
        <Button variant="default" loading={make.isPending || running !== null} onClick={() => make.mutate()}>
          Back up now
        </Button>
        <Button variant="default" onClick={() => setChanging(true)}>
          Change
        </Button>
        <Button variant="subtle" color="red" loading={drop.isPending} onClick={() => drop.mutate()}>
          Make none any more
        </Button>
      </Group>
      {make.error && <Failure title="No backup was begun" error={make.error} money="Nothing is lost." />}
      {drop.error && <Failure title="Backups are still made" error={drop.error} />}
    </Stack>
  )
}

function Last({ state: { last, running } }: { state: BackupsState }) {
  if (running) return <Text role="status">A backup is being made. Minting goes on meanwhile.</Text>
  if (last === null) return <Text c="dimmed">There is no backup yet.</Text>
  const { figures } = last
  return (
    <Alert color="green" variant="light" icon={<IconCheck size={18} />} role="status">
      <Text size="sm" className="breakable">
        The last one is of {moment(last.madeAt)}
        {figures === null
          ? '.'
          : `: ${counted(figures.files, 'file')}, ${bytes(figures.bytes)}, of which ${bytes(figures.written)} had to be written, and was read back.`}
      </Text>
    </Alert>
  )
}
