import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type BackupsState, backupBounds, usualBackups } from '../../../../shared/app-api.ts'
import { CallError } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { replaceAnswer } from '../../api/replace-answer.ts'
import { Failure } from '../../ui/failure.tsx'
import { type Held, numberNeeded } from '../../ui/number/number-held.ts'
import { WholeNumberInput } from '../../ui/number/whole-number-input.tsx'
import { sayFailed } from '../../ui/say-failed.ts'
import { BackupsPlace, draftOf, placeOf } from './backups-place.tsx'

export interface BackupsFormProps {
  /** What is set now. */
  state: BackupsState
  onDone(): void
  onCancel: (() => void) | undefined
}

/** Asks where backups go and how often they are made; the first begins at once. */
export function BackupsForm({ state, onDone, onCancel }: BackupsFormProps) {
  const api = useApi()
  const queries = useQueryClient()
  const { schedule } = state
  const { minutes, keep: kept } = backupBounds
  const [draft, setDraft] = useState(() => draftOf(state))
  const place = placeOf(draft, state)
  const [everyMinutes, setEveryMinutes] = useState<Held>(schedule?.everyMinutes ?? usualBackups.everyMinutes)
  const [keep, setKeep] = useState<Held>(schedule?.keep ?? usualBackups.keep)
  const set = useMutation({
    mutationFn: async (to: NonNullable<typeof place>) => {
      const scheduled = await api.scheduleBackups({
        ...to,
        everyMinutes: numberNeeded('Minutes between two', everyMinutes, minutes),
        keep: numberNeeded('How many stay', keep, kept),
      })
      return api.makeBackup({}).catch((error: unknown) => {
        // The previous backup is still being made; the first of this schedule then begins by itself.
        if (!(error instanceof CallError && error.code === 'backup.running'))
          sayFailed('The first backup was not made', 'The schedule is set.')(error)
        return scheduled
      })
    },
    onSuccess: (state) => {
      replaceAnswer(queries, keys.backups, state)
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (place) set.mutate(place)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <BackupsPlace
          draft={draft}
          isKept={state.bucket !== null}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
        <Group align="flex-start" gap="sm">
          <WholeNumberInput
            label="Minutes between two"
            description="While something changes"
            w={200}
            {...minutes}
            clampBehavior="blur"
            value={everyMinutes}
            onChange={setEveryMinutes}
          />
          <WholeNumberInput
            label="How many stay"
            description="The oldest go"
            w={200}
            {...kept}
            clampBehavior="blur"
            value={keep}
            onChange={setKeep}
          />
        </Group>
        <Group gap="xs">
          <Button type="submit" loading={set.isPending} disabled={place === null}>
            Make backups
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Leave it
            </Button>
          )}
        </Group>
        {set.error && <Failure title="No backups are made" error={set.error} money="Nothing was changed." />}
      </Stack>
    </form>
  )
}
