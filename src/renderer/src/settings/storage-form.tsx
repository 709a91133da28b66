import { Button, Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { StorageState } from '../../../shared/api-schemas/storage.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Failure } from '../ui/failure.tsx'

type Auth = 'none' | 'bearer' | 'basic'

const ways = [
  { value: 'none', label: 'Nothing' },
  { value: 'bearer', label: 'A token' },
  { value: 'basic', label: 'User and password' },
]

export interface StorageFormProps {
  /** What is set now. */
  service: StorageState['service']
  onDone(): void
  onCancel: (() => void) | undefined
}

/** Asks for an IPFS node, tests it, and sets it. */
export function StorageForm({ service, onDone, onCancel }: StorageFormProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [url, setUrl] = useState(service?.url ?? 'http://127.0.0.1:5001')
  const [way, setWay] = useState<Auth>(service?.auth ?? 'none')
  const [user, setUser] = useState('')
  const [secret, setSecret] = useState('')
  /** The secret that is set never comes here; left empty, it stays. */
  const stays =
    service !== null && service.auth === way && way !== 'none' && service.url === url.trim() && secret === ''
  const auth = way === 'none' ? '' : way === 'bearer' ? `bearer:${secret}` : `basic:${user}:${secret}`
  const set = useMutation({
    mutationFn: () => api.setStorage({ kind: 'kubo', url: url.trim(), ...(stays ? {} : { auth }) }),
    onSuccess: (state) => {
      queries.setQueryData(keys.storage, state)
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate()
  }
  const missing =
    url.trim() === '' || (way !== 'none' && !stays && secret === '') || (way === 'basic' && !stays && user === '')
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group align="flex-start" gap="sm">
          <TextInput
            label="Address of a Kubo node’s RPC"
            description="Kubo prints it when it starts: port 5001"
            required
            w={360}
            maxLength={2_000}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <Select
            label="Lets in with"
            description="As its API.Authorizations ask"
            w={200}
            allowDeselect={false}
            data={ways}
            value={way}
            onChange={(value) => setWay(value === 'bearer' || value === 'basic' ? value : 'none')}
          />
        </Group>
        {way !== 'none' && (
          <Group align="flex-start" gap="sm">
            {way === 'basic' && (
              <TextInput label="User" w={200} value={user} onChange={(event) => setUser(event.currentTarget.value)} />
            )}
            <PasswordInput
              label={way === 'bearer' ? 'Token' : 'Password'}
              description={service?.auth === way ? 'Left empty, it stays as it is' : undefined}
              w={360}
              autoComplete="off"
              value={secret}
              onChange={(event) => setSecret(event.currentTarget.value)}
            />
          </Group>
        )}
        {set.error && <Failure title="It is not set" error={set.error} money="Nothing was changed." />}
        <Group gap="xs">
          <Button type="submit" loading={set.isPending} disabled={missing}>
            Test and use
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </Group>
        {service === null && (
          <Text size="sm" c="dimmed">
            Without a storage, a live run is refused before its price is shown, unless every row names hosted metadata.
          </Text>
        )}
      </Stack>
    </form>
  )
}
