import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLock } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { useMay } from '../ui/allowed.tsx'
import { plainWords } from '../ui/plain-words.ts'
import { UnlockDialog } from './unlock-dialog.tsx'
import { useVault } from './use-vault.ts'

/** In the top bar of a live project whose seed cannot be used now: the way to unlock or to back up. */
export function VaultButton() {
  const { data: vault } = useVault()
  const [asking, { open, close }] = useDisclosure(false)
  const [, go] = useLocation()
  const may = useMay('admin')
  if (!vault || vault.message === null) return null
  const unlock = vault.state === 'locked' && vault.backedUp
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        color="yellow"
        leftSection={<IconLock size={14} aria-hidden />}
        disabled={!may}
        title={may ? plainWords(vault.message) : 'Ask an admin to unlock the vault'}
        onClick={() => (unlock ? open() : go('/settings/keys-and-backup'))}
      >
        {unlock ? 'Unlock the vault' : 'Look at the vault'}
      </Button>
      <UnlockDialog opened={asking} vault={vault} onClose={close} />
    </>
  )
}
