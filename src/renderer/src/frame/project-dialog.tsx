import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Project } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { useSwitchProject } from '../api/project.ts'
import { Failure } from '../ui/failure.tsx'
import { CreateDialog } from '../vault/create-dialog.tsx'
import { useVault } from '../vault/use-vault.ts'

/** Makes a project, and shows it. */
export function ProjectDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="New project" size="lg">
      <ProjectForm onClose={onClose} />
    </Modal>
  )
}

function ProjectForm({ onClose }: { onClose(): void }) {
  const api = useApi()
  const queries = useQueryClient()
  const choose = useSwitchProject()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Project['kind']>('practice')
  const create = useMutation({
    mutationFn: () => api.createProject(name.trim(), kind),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: keys.state })
      onClose()
      choose(made.id)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name"
          data-autofocus
          required
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group label="Kind" value={kind} onChange={(value) => setKind(value === 'live' ? 'live' : 'practice')}>
          <Stack gap="xs" mt="xs">
            <Radio
              value="practice"
              label="Practice"
              description="On networks inside this app, with play money. Nothing leaves this computer."
            />
            <Radio
              value="live"
              label="Live"
              description="On public networks, with real money. Its keys come from the vault."
            />
          </Stack>
        </Radio.Group>
        {kind === 'live' && <VaultNeeded />}
        <Text size="sm" c="dimmed">
          A project has its own collections, keys, wallets and fee balance. Its kind cannot be changed later.
        </Text>
        {create.error && <Failure title="The project was not made" error={create.error} money="Nothing was spent." />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
            Make the project
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A live project needs the vault, which can be made here. */
function VaultNeeded() {
  const { data: vault } = useVault()
  const [making, { open, close }] = useDisclosure(false)
  if (!vault || (vault.state !== 'none' && !making)) return null
  return (
    <Alert color="yellow" variant="light" title="There is no vault yet">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">It holds the seed of the live projects, and is made once for all of them.</Text>
        <Button size="xs" onClick={open}>
          Make the vault
        </Button>
      </Stack>
      <CreateDialog opened={making} vault={vault} onClose={close} />
    </Alert>
  )
}
