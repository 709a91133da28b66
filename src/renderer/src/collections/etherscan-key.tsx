import { Anchor, Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SharedContracts } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { replaceAnswer } from '../api/replace-answer.ts'
import { Failure } from '../ui/failure.tsx'

/** Where a person finds or makes their API keys. */
const keysPage = 'https://etherscan.io/apidashboard'

/** A person who asked for the form types next. */
const focused = (field: HTMLInputElement | null): void => field?.focus()

/** A person's Etherscan API key, where Sourcify cannot pass the source on; kept once Etherscan accepts it. */
export function EtherscanKey({ kept: { kept, variable, fromEnvironment } }: { kept: SharedContracts['etherscanKey'] }) {
  const api = useApi()
  const queries = useQueryClient()
  const [text, setText] = useState<string | null>(null)
  const set = useMutation({
    mutationFn: (key: string | null) => api.setEtherscanKey(key),
    onSuccess: (state) => {
      replaceAnswer(queries, keys.sharedContracts, state)
      setText(null)
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    set.mutate(text)
  }
  const stands =
    kept !== null ? `A key of Etherscan is kept (${kept}).` : fromEnvironment ? `A key stands in ${variable}.` : ''
  if (text === null)
    return (
      <Stack gap={4} align="flex-start">
        <Text size="sm" c="dimmed">
          {stands === ''
            ? 'Where Sourcify cannot hand the source on, Etherscan itself takes it, with a key of yours.'
            : stands}
        </Text>
        <Group gap="xs">
          <Button variant="default" size="compact-sm" onClick={() => setText('')}>
            {kept === null ? 'Set a key of Etherscan…' : 'Use another key…'}
          </Button>
          {kept !== null && (
            <Button variant="subtle" size="compact-sm" loading={set.isPending} onClick={() => set.mutate(null)}>
              Forget it
            </Button>
          )}
        </Group>
        {set.error && <Failure title="It was not changed" error={set.error} />}
      </Stack>
    )
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" align="flex-start">
        <PasswordInput
          label="API key of Etherscan"
          description="A free one does. It is tried first, and kept on this computer."
          w={360}
          maw="100%"
          autoComplete="off"
          ref={focused}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          It is had at{' '}
          <Anchor href={keysPage} target="_blank" rel="noreferrer" size="sm">
            etherscan.io
          </Anchor>
          : sign in, open “API Keys”, press “Add”, and copy the key.
        </Text>
        {set.error && <Failure title="The key was not kept" error={set.error} money="Nothing was changed." />}
        <Group gap="xs">
          <Button type="submit" loading={set.isPending} disabled={text.trim() === ''}>
            Try and keep it
          </Button>
          <Button
            variant="default"
            onClick={() => {
              set.reset()
              setText(null)
            }}
          >
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
