import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { replaceAnswer } from '../api/replace-answer.ts'
import { Failure } from '../ui/failure.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Section } from './section.tsx'

/** Web pages of other origins that may call the API. */
export function OriginsSection() {
  const api = useApi()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({ queryKey: keys.origins, queryFn: api.origins })
  const [added, setAdded] = useState('')
  const allow = useMutation({
    mutationFn: (origin: string) => api.allowOrigin(origin),
    onSuccess: (now) => {
      setAdded('')
      replaceAnswer(queries, keys.origins, now)
    },
  })
  const remove = useMutation({
    mutationFn: (origin: string) => api.removeOrigin(origin),
    onSuccess: (now) => replaceAnswer(queries, keys.origins, now),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    remove.reset()
    allow.mutate(added.trim())
  }
  const failure = allow.error ?? remove.error
  return (
    <Section
      id="origins"
      title="Web pages that may call the API"
      about="None, unless you name them: a page in your browser could else use a key that it was given, unseen. Programs that are no web pages need no such permission."
    >
      {error && !data && <Failure title="The list could not be loaded" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting what="origins" lines={1} />}
      {data && (
        <Stack gap="sm">
          {data.origins.map((origin) => (
            <Group key={origin} gap="sm">
              <Text className="mono breakable">{origin}</Text>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Remove ${origin}`}
                onClick={() => {
                  allow.reset()
                  remove.mutate(origin)
                }}
              >
                Remove
              </Button>
            </Group>
          ))}
          <form onSubmit={submit}>
            <Group align="flex-end" gap="sm">
              <TextInput
                label="Origin of the page"
                placeholder="http://localhost:5173"
                w={340}
                maw="100%"
                maxLength={300}
                value={added}
                onChange={(event) => setAdded(event.currentTarget.value)}
              />
              <Button type="submit" variant="default" loading={allow.isPending} disabled={added.trim() === ''}>
                Allow
              </Button>
            </Group>
          </form>
          {failure && <Failure title="The list is as it was" error={failure} />}
        </Stack>
      )}
    </Section>
  )
}
