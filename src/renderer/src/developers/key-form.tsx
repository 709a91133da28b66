import { Button, Checkbox, Collapse, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Scope, scopes } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Failure } from '../ui/failure.tsx'
import { limitsText } from './key-dialog.tsx'
import { draftOf, LimitFields, type LimitsDraft, limitsIn, limitsSoFar } from './limit-fields.tsx'
import { ShownOnce } from './shown-once.tsx'

const usual: Scope[] = scopes.filter((scope) => scope !== 'wallets:nfts.transfer')

/** Makes a key and shows it once. */
export function KeyForm({ onCreated }: { onCreated(key: string): void }) {
  const api = useApi()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Scope[]>(usual)
  const [limits, setLimits] = useState(() => draftOf())
  const [open, { toggle }] = useDisclosure(false)
  const create = useMutation({
    mutationFn: async () => api.createKey(name.trim(), chosen, limitsIn(limits)),
    onSuccess: (made) => {
      setName('')
      setLimits(draftOf())
      onCreated(made.key)
      void queries.invalidateQueries({ queryKey: keys.keys })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Name of the new key"
            placeholder="for example: shop server"
            maxLength={100}
            flex="1 1 220px"
            maw={320}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button variant="default" onClick={toggle} aria-expanded={open}>
            {chosen.length} of {scopes.length} scopes
            {limitsOf(limits)}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={chosen.length === 0}>
            Create a key
          </Button>
        </Group>
        <Collapse expanded={open}>
          <Checkbox.Group
            label="What the key may do"
            value={chosen}
            onChange={(values) => setChosen(scopes.filter((scope) => values.includes(scope)))}
          >
            <SimpleGrid cols={3} spacing="xs" mt="xs">
              {scopes.map((scope) => (
                <Checkbox key={scope} value={scope} label={scope} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
          <Stack gap="xs" mt="md">
            <LimitFields limits={limits} onChange={setLimits} />
          </Stack>
        </Collapse>
        {create.error && <Failure title="The key was not created" error={create.error} />}
        {create.data && (
          <ShownOnce what="key" value={create.data.key}>
            Anybody who has it can mint with this project’s fee balance. Keep it out of chats and repositories.
          </ShownOnce>
        )}
      </Stack>
    </form>
  )
}

function limitsOf(limits: LimitsDraft): string {
  const text = limitsText(limitsSoFar(limits))
  return text === 'None' ? ', no limits' : `, ${text}`
}
