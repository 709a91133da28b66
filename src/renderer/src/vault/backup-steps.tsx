import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { VaultWords } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { Failure } from '../ui/failure.tsx'
import { useTakeVault } from './use-vault.ts'
import { WordSheet } from './word-sheet.tsx'

/** Shows the words, then asks for three of them. */
export function BackupSteps({ shown: { words, vault }, onDone }: { shown: VaultWords; onDone(): void }) {
  const [asking, setAsking] = useState(false)
  if (asking) return <WordCheck places={vault.asks ?? []} onBack={() => setAsking(false)} onDone={onDone} />
  return (
    <Stack gap="md">
      <WordSheet words={words} projects={vault.projects} />
      <Group justify="flex-end">
        <Button data-autofocus onClick={() => setAsking(true)}>
          I have written them down
        </Button>
      </Group>
    </Stack>
  )
}

function WordCheck({ places, onBack, onDone }: { places: readonly number[]; onBack(): void; onDone(): void }) {
  const api = useApi()
  const take = useTakeVault()
  const [typed, setTyped] = useState<Record<number, string>>({})
  const confirm = useMutation({
    mutationFn: () => api.confirmBackup(places.map((place) => ({ place, word: typed[place] ?? '' }))),
    gcTime: 0,
    onSuccess: (state) => {
      take(state)
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    confirm.mutate()
  }
  return (
    <form onSubmit={submit} autoComplete="off">
      <Stack gap="md">
        <Text>Type these three words from your paper.</Text>
        <SimpleGrid cols={3}>
          {places.map((place, at) => (
            <TextInput
              key={place}
              label={`Word ${place}`}
              autoComplete="off"
              spellCheck={false}
              data-autofocus={at === 0 ? true : undefined}
              value={typed[place] ?? ''}
              onChange={(event) => setTyped({ ...typed, [place]: event.currentTarget.value })}
            />
          ))}
        </SimpleGrid>
        {confirm.error && <Failure title="That is not what the sheet says" error={confirm.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onBack}>
            Show the words again
          </Button>
          <Button
            type="submit"
            loading={confirm.isPending}
            disabled={places.some((place) => (typed[place] ?? '').trim() === '')}
          >
            Check
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
