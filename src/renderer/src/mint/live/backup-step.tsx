import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../../ui/failure.tsx'
import { CreateDialog } from '../../vault/create-dialog.tsx'
import { RestoreDialog } from '../../vault/restore-dialog.tsx'
import { useVault } from '../../vault/use-vault.ts'
import { WordsDialogs } from '../../vault/words-dialogs.tsx'

/** The 24 words, written down in place; first a vault, where there is none. */
export function BackupStep() {
  const { data: vault, error, refetch } = useVault()
  const [asked, setAsked] = useState<'words' | 'create' | 'restore' | null>(null)
  const close = () => setAsked(null)
  if (error && !vault)
    return <Failure title="The vault could not be looked up" error={error} onRetry={() => void refetch()} />
  if (!vault) return null
  const absent = vault.state === 'none' || vault.state === 'refused'
  return (
    <>
      <Group gap="xs">
        {!absent && <Button onClick={() => setAsked('words')}>Write the words down</Button>}
        {vault.state === 'none' && <Button onClick={() => setAsked('create')}>Make the vault</Button>}
        {absent && (
          <Button variant="default" onClick={() => setAsked('restore')}>
            Restore it from 24 words
          </Button>
        )}
      </Group>
      <WordsDialogs opened={asked === 'words'} onClose={close} />
      <CreateDialog opened={asked === 'create'} vault={vault} onClose={close} />
      <RestoreDialog opened={asked === 'restore'} vault={vault} onClose={close} />
    </>
  )
}
