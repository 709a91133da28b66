import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type BackupsState, backupBounds, usualBackups } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Failure } from '../ui/failure.tsx'

export interface BackupsFormProps {
  /** What is set now. */
  schedule: BackupsState['schedule']
  onDone(): void
  onCancel: (() => void) | undefined
}

/** Asks for the folder of backups and how often they are made; the first begins at once. */
export function BackupsForm({ schedule, onDone, onCancel }: BackupsFormProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [folder, setFolder] = useState(schedule?.folder ?? '')
  const [everyMinutes, setEveryMinutes] = useState(schedule?.everyMinutes ?? usualBackups.everyMinutes)
  const [keep, setKeep] = useState(schedule?.keep ?? usualBackups.keep)
  const set = useMutation({
    mutationFn: async () => {
      await api.scheduleBackups({ folder: folder.trim(), everyMinutes, keep })
      return api.makeBackup({})
    },
    onSuccess: (state) => {
      queries.setQueryData(keys.backups, state)
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate()
  }
  const { native } = window
  const choose = async () => {
    const chosen = await native?.pickFolder()
    if (chosen) setFolder(chosen)
  }
  const { minutes, keep: kept } = backupBounds
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Folder for backups"
            description="Its whole path, on another disk than this computer’s"
            required
            w={360}
            maw="100%"
            maxLength={4_000}
            value={folder}
            onChange={(event) => setFolder(event.currentTarget.value)}
          />
          {native && (
            <Button variant="default" onClick={() => void choose()}>
              Choose
            </Button>
          )}
        </Group>
        <Group align="flex-start" gap="sm">
          <NumberInput
            label="Minutes between two"
            description="While something changes"
            w={200}
            {...minutes}
            clampBehavior="blur"
            allowDecimal={false}
            value={everyMinutes}
            onChange={(value) => setEveryMinutes(Number(value))}
          />
          <NumberInput
            label="How many stay"
            description="The oldest go"
            w={200}
            {...kept}
            clampBehavior="blur"
            allowDecimal={false}
            value={keep}
            onChange={(value) => setKeep(Number(value))}
          />
        </Group>
        <Group gap="xs">
          <Button type="submit" loading={set.isPending} disabled={folder.trim() === ''}>
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
