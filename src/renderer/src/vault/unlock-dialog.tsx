import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../api/context.tsx'
import { Failure } from '../ui/failure.tsx'
import type { CreateDialogProps } from './create-dialog.tsx'
import { PassphraseDialog } from './passphrase-dialog.tsx'
import { useTakeVault } from './use-vault.ts'

/** Unlocks the vault, by the passphrase or the keychain. */
export function UnlockDialog({ opened, vault, onClose }: CreateDialogProps) {
  const api = useApi()
  const take = useTakeVault()
  const byKeychain = useMutation({
    mutationFn: () => api.unlockVault({ keychain: true }),
    onSuccess: (state) => {
      take(state)
      onClose()
    },
  })
  return (
    <PassphraseDialog
      opened={opened}
      title="Unlock the vault"
      about="While it is locked, nothing is signed for live projects; what they were asked for waits."
      action="Unlock"
      failed="The vault is still locked"
      work={(passphrase) => api.unlockVault({ passphrase })}
      onDone={(state) => {
        take(state)
        onClose()
      }}
      onClose={onClose}
    >
      {vault.keychain.on && vault.keychain.unavailable === null && (
        <Button variant="default" loading={byKeychain.isPending} onClick={() => byKeychain.mutate()}>
          Unlock with this computer’s keychain
        </Button>
      )}
      {byKeychain.error && <Failure title="The vault is still locked" error={byKeychain.error} />}
    </PassphraseDialog>
  )
}
