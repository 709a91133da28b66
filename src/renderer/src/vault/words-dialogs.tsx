import { Modal } from '@mantine/core'
import { useState } from 'react'
import type { VaultWords } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { BackupSteps } from './backup-steps.tsx'
import { PassphraseDialog } from './passphrase-dialog.tsx'

/** Asks for the passphrase, shows the words, asks for three of them. */
export function WordsDialogs({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const api = useApi()
  const [shown, setShown] = useState<VaultWords | null>(null)
  const close = () => {
    setShown(null)
    onClose()
  }
  return (
    <>
      <PassphraseDialog
        opened={opened && shown === null}
        title="Show the words"
        about="Make sure that nobody looks over your shoulder, and that no screen is shared."
        action="Show the words"
        failed="The words are not shown"
        work={api.vaultWords}
        onDone={setShown}
        onClose={close}
      />
      <Modal
        opened={opened && shown !== null}
        onClose={close}
        title="The 24 words"
        size="lg"
        closeOnClickOutside={false}
      >
        {shown && <BackupSteps shown={shown} onDone={close} />}
      </Modal>
    </>
  )
}
