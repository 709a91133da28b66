import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { VaultState, VaultWords } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { Failure } from '../ui/failure.tsx'
import { BackupSteps } from './backup-steps.tsx'
import { KeychainChoice } from './keychain-choice.tsx'
import { isPassphrase, NewPassphrase } from './new-passphrase.tsx'
import { useTakeVault } from './use-vault.ts'

export interface CreateDialogProps {
  opened: boolean
  vault: VaultState
  onClose(): void
}

/** Makes the vault: a passphrase, the words once, three of them again. */
export function CreateDialog({ opened, vault, onClose }: CreateDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Make the vault" size="lg" closeOnClickOutside={false}>
      <Steps vault={vault} onClose={onClose} />
    </Modal>
  )
}

function Steps({ vault, onClose }: { vault: VaultState; onClose(): void }) {
  const api = useApi()
  const take = useTakeVault()
  const [passphrase, setPassphrase] = useState({ first: '', again: '' })
  const [keychain, setKeychain] = useState(true)
  const [made, setMade] = useState<VaultWords | null>(null)
  const create = useMutation({
    mutationFn: () => api.createVault(passphrase.first, keychain && vault.keychain.unavailable === null),
    gcTime: 0,
    onSuccess: (answer) => {
      setMade(answer)
      setPassphrase({ first: '', again: '' })
      take(answer.vault)
    },
  })
  if (made) return <BackupSteps shown={made} onDone={onClose} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Keeps a form around the dialog from being submitted.
    event.stopPropagation()
    create.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>
          The vault holds the seed of the live projects: 24 words from which all their keys are made. They are shown
          next, to be written down; the vault itself stays on this computer, sealed with a passphrase.
        </Text>
        <NewPassphrase value={passphrase} onChange={setPassphrase} />
        <KeychainChoice keychain={vault.keychain} checked={keychain} onChange={setKeychain} />
        {create.error && <Failure title="The vault was not made" error={create.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={!isPassphrase(passphrase)}>
            Make the vault
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
