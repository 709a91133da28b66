import {
  Anchor,
  Badge,
  Button,
  Code,
  Group,
  PasswordInput,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Copy } from '../ui/copy.tsx'
import { Failure } from '../ui/failure.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { type Operation, operationsOf } from './operations.ts'
import { Snippet } from './snippet.tsx'
import { StatusBadge } from './status-badge.tsx'

interface Tried {
  status: number
  milliseconds: number
  text: string
}

/** Sends the call as a program would: with the key, and without the window's token and cookie. */
async function send({ method, path, body }: Operation, key: string): Promise<Tried> {
  const began = performance.now()
  const answer = await fetch(path, {
    method,
    credentials: 'omit',
    headers: {
      ...(key === '' ? {} : { 'x-api-key': key }),
      ...(body.trim() === '' ? {} : { 'content-type': 'application/json' }),
    },
    ...(body.trim() === '' ? {} : { body }),
  })
  const text = await answer.text()
  return { status: answer.status, milliseconds: performance.now() - began, text: pretty(text) }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

export interface TryCallProps {
  /** The key that the person just made or typed; only this page keeps it. */
  apiKey: string
  onApiKey(key: string): void
}

/** A form that sends a request with a key, and shows the answer. */
export function TryCall({ apiKey, onApiKey }: TryCallProps) {
  const api = useApi()
  const { data, error, refetch } = useQuery({ queryKey: keys.description, queryFn: api.description })
  if (error && !data)
    return <Failure title="The API’s description could not be loaded" error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting what="operations" lines={3} />
  return <TryForm operations={operationsOf(data)} apiKey={apiKey} onApiKey={onApiKey} />
}

function TryForm({ operations, apiKey, onApiKey }: TryCallProps & { operations: Operation[] }) {
  const first = operations.find(({ id }) => id === 'mintNft') ?? operations[0]
  const [call, setCall] = useState(first)
  const attempt = useMutation({ mutationFn: (one: Operation) => send(one, apiKey.trim()) })
  if (call === undefined) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate(call)
  }
  return (
    <Stack gap="md">
      <form onSubmit={submit}>
        <Stack className="panel" p="lg" gap="sm">
          <Text c="dimmed">
            What is sent here is done: on a live project a mint costs real money.{' '}
            <Anchor href="/docs" target="_blank" rel="noreferrer">
              Every call with its fields
            </Anchor>
          </Text>
          <Group align="flex-start" gap="sm" grow preventGrowOverflow={false}>
            <Select
              label="Call"
              searchable
              allowDeselect={false}
              miw="min(320px, 100%)"
              data={operations.map(({ id, summary }) => ({ value: id, label: summary }))}
              value={call.id}
              onChange={(id) => setCall(operations.find((one) => one.id === id) ?? call)}
            />
            <PasswordInput
              label="Key"
              placeholder="sk_practice_…"
              autoComplete="off"
              value={apiKey}
              onChange={(event) => onApiKey(event.currentTarget.value)}
            />
          </Group>
          <TextInput
            label="Address"
            leftSectionWidth={72}
            leftSection={
              <Badge variant="light" color="gray" radius="sm">
                {call.method}
              </Badge>
            }
            classNames={{ input: 'mono' }}
            value={call.path}
            onChange={(event) => setCall({ ...call, path: event.currentTarget.value })}
          />
          {call.method !== 'GET' && (
            <Textarea
              label="Body"
              autosize
              minRows={2}
              maxRows={14}
              spellCheck={false}
              classNames={{ input: 'mono' }}
              value={call.body}
              onChange={(event) => setCall({ ...call, body: event.currentTarget.value })}
            />
          )}
          <Group>
            <Button type="submit" leftSection={<IconSend size={16} />} loading={attempt.isPending}>
              Send
            </Button>
          </Group>
        </Stack>
      </form>
      {attempt.error && <Failure title="Nothing was answered" error={attempt.error} />}
      {attempt.data && <Answer tried={attempt.data} />}
      <Stack className="panel" p="lg" gap="xs">
        <Text fw={600}>The same from a program</Text>
        <Snippet call={call} apiKey={apiKey.trim() === '' ? null : apiKey.trim()} />
      </Stack>
    </Stack>
  )
}

function Answer({ tried: { status, milliseconds, text } }: { tried: Tried }) {
  return (
    <Stack className="panel" p="lg" gap="xs" role="status" aria-label="Answer">
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={600}>Answer</Text>
          <StatusBadge status={status} />
          <Text c="dimmed">{Math.round(milliseconds)} ms</Text>
        </Group>
        {text !== '' && <Copy value={text} what="answer" />}
      </Group>
      {text === '' ? (
        <Text c="dimmed">Without a body.</Text>
      ) : (
        <Code block tabIndex={0} mah={360}>
          {text}
        </Code>
      )}
    </Stack>
  )
}
