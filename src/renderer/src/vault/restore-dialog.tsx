import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useApi, useRenew } from '../api/context.tsx'
import { Failure } from '../ui/failure.tsx'
import type { CreateDialogProps } from './create-dialog.tsx'
import { KeychainChoice } from './keychain-choice.tsx'
import { isPassphrase, NewPassphrase } from './new-passphrase.tsx'
import { useTakeVault } from './use-vault.ts'

/** Makes the vault from its words. */
export function RestoreDialog({ opened, vault, onClose }: CreateDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Restore the vault" size="lg" closeOnClickOutside={false}>
      <RestoreForm vault={vault} onClose={onClose} />
    </Modal>
  )
}

function RestoreForm({ vault, onClose }: Omit<CreateDialogProps, 'opened'>) {
  const api = useApi()
  const renew = useRenew()
  const take = useTakeVault()
  const [words, setWords] = useState('')
  const [passphrase, setPassphrase] = useState({ first: '', again: '' })
  const [keychain, setKeychain] = useState(true)
  const restore = useMutation({
    mutationFn: () =>
      renew(() => api.restoreVault(words, passphrase.first, keychain && vault.keychain.unavailable === null)),
    gcTime: 0,
    onSuccess: (state) => {
      take(state)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    restore.mutate()
  }
  return (
    <form onSubmit={submit} autoComplete="off">
      <Stack gap="md">
        <Textarea
          label="The 24 words"
          description="In their order, with spaces between them"
          autosize
          minRows={3}
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          classNames={{ input: 'mono' }}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <NewPassphrase value={passphrase} onChange={setPassphrase} />
        <KeychainChoice keychain={vault.keychain} checked={keychain} onChange={setKeychain} />
        {restore.error && (
          <Failure title="The vault was not restored" error={restore.error} money="Nothing was changed." />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={restore.isPending} disabled={words.trim() === '' || !isPassphrase(passphrase)}>
            Restore
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
