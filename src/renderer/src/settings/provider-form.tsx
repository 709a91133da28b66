import { Button, Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ProvidersState } from '../../../shared/api-schemas/providers.ts'
import type { ProviderKind } from '../../../shared/provider-kinds.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { replaceAnswer } from '../api/replace-answer.ts'
import { Failure } from '../ui/failure.tsx'
import { scopeLabel } from './scope-label.ts'

/** The scopes for which a provider can be set. */
function scopesOf({ forAll, chains }: ProvidersState['drivers'][number]): string[] {
  return forAll ? ['all', ...chains] : chains
}

/** Asks for a provider and its key, tests it, and sets it. */
export function ProviderForm({ state, onDone }: { state: ProvidersState; onDone(): void }) {
  const api = useApi()
  const queries = useQueryClient()
  const [kind, setKind] = useState<ProviderKind>(state.drivers[0]?.kind ?? 'alchemy')
  const [scope, setScope] = useState('all')
  const [key, setKey] = useState('')
  const [url, setUrl] = useState('')
  const driver = state.drivers.find((one) => one.kind === kind)
  /** The stored key never comes to the window; an empty field leaves it in use. */
  const isSet = state.set.some((one) => one.kind === kind)
  const hasKey = isSet || driver?.fromEnvironment === true
  const known = hasKey || driver?.keyless === true
  const keyHint = hasKey
    ? 'Left empty, the one that is there serves'
    : known
      ? 'It answers without one, too'
      : undefined
  const set = useMutation({
    mutationFn: () =>
      api.setProvider(scope, {
        kind,
        ...(key === '' ? {} : { key: key.trim() }),
        ...(driver?.urlVariable == null ? {} : { url: url.trim() }),
      }),
    onSuccess: (now) => {
      replaceAnswer(queries, keys.providers, now)
      void queries.invalidateQueries({ queryKey: keys.wallets })
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group align="flex-start" gap="sm">
          <Select
            label="Provider"
            w={200}
            allowDeselect={false}
            data={state.drivers.map(({ kind: value, name }) => ({ value, label: name }))}
            value={kind}
            onChange={(value) => {
              const chosen = state.drivers.find((one) => one.kind === value)
              if (!chosen) return
              setKind(chosen.kind)
              setUrl(state.set.find((one) => one.kind === chosen.kind)?.url ?? '')
              if (!scopesOf(chosen).includes(scope)) setScope(scopesOf(chosen)[0] ?? 'all')
            }}
          />
          <Select
            label="For"
            w={220}
            allowDeselect={false}
            searchable
            data={(driver ? scopesOf(driver) : ['all']).map((value) => ({ value, label: scopeLabel(value) }))}
            value={scope}
            onChange={(value) => setScope(value ?? 'all')}
          />
          {driver?.variable !== null && (
            <PasswordInput
              label={kind === 'das' ? 'API key, or the whole address' : 'API key'}
              description={keyHint}
              w={360}
              maw="100%"
              autoComplete="off"
              value={key}
              onChange={(event) => setKey(event.currentTarget.value)}
            />
          )}
          {driver && driver.urlVariable !== null && (
            <TextInput
              label="Address of a server"
              description={
                driver.urlFromEnvironment ? `Left empty, that in ${driver.urlVariable}` : 'Left empty, the public one'
              }
              placeholder="https://"
              w={360}
              maw="100%"
              value={url}
              onChange={(event) => setUrl(event.currentTarget.value)}
            />
          )}
        </Group>
        {driver && (
          <Text size="sm" c="dimmed">
            {driver.name} knows {driver.chains.map(scopeLabel).join(', ')}. {driver.keyless ? 'It needs no key.' : ''}{' '}
            {driver.variable === null ? '' : `Its key may also stand in ${driver.variable}.`}
          </Text>
        )}
        {set.error && <Failure title="It is not set" error={set.error} money="Nothing was changed." />}
        <Group gap="xs">
          <Button type="submit" loading={set.isPending} disabled={key.trim() === '' && !known}>
            Test and use
          </Button>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
