import { Alert, Badge, Button, Group, Stack, Switch, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { VaultState } from '../../../shared/app-api.ts'
import { useApi, useRenew } from '../api/context.tsx'
import { Section } from '../settings/section.tsx'
import { Failure } from '../ui/failure.tsx'
import { moment } from '../ui/format.ts'
import { plainWords } from '../ui/plain-words.ts'
import { Waiting } from '../ui/waiting.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { isPassphrase, NewPassphrase } from './new-passphrase.tsx'
import { PassphraseDialog } from './passphrase-dialog.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { UnlockDialog } from './unlock-dialog.tsx'
import { useTakeVault, useVault } from './use-vault.ts'
import { WordsDialogs } from './words-dialogs.tsx'

type Asked = 'create' | 'restore' | 'unlock' | 'passphrase' | 'words' | 'keychain' | null

/** The vault of the live projects' seed: makes, backs up, locks, unlocks and restores it. */
export function VaultSection() {
  const { data: vault, error, refetch } = useVault()
  return (
    <Section
      id="vault"
      title="Vault"
      about="It holds the seed of the live projects: 24 words from which all their keys are made. It never leaves this computer."
    >
      {error && !vault && (
        <Failure title="The vault could not be looked up" error={error} onRetry={() => void refetch()} />
      )}
      {!vault && !error && <Waiting what="vault" lines={2} />}
      {vault && <Loaded vault={vault} />}
    </Section>
  )
}

function Loaded({ vault }: { vault: VaultState }) {
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  return (
    <>
      {vault.state === 'environment' && (
        <Text>
          The seed comes from MINTDESK_LIVE_SEED in the environment of Mintdesk, so there is no vault, and its words are
          kept by whoever set it.
        </Text>
      )}
      {(vault.state === 'none' || vault.state === 'refused') && <Absent vault={vault} ask={setAsked} />}
      {(vault.state === 'locked' || vault.state === 'open') && <There vault={vault} ask={setAsked} />}
      <CreateDialog opened={asked === 'create'} vault={vault} onClose={close} />
      <RestoreDialog opened={asked === 'restore'} vault={vault} onClose={close} />
      <UnlockDialog opened={asked === 'unlock'} vault={vault} onClose={close} />
      <WordsDialogs opened={asked === 'words'} onClose={close} />
      <ChangeDialog opened={asked === 'passphrase'} onClose={close} />
      <KeychainDialog opened={asked === 'keychain'} onClose={close} />
    </>
  )
}

function Absent({ vault, ask }: { vault: VaultState; ask(what: Asked): void }) {
  return (
    <Stack gap="sm">
      {vault.state === 'refused' ? (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle size={18} />}
          title="It cannot be used"
          role="alert"
        >
          {plainWords(vault.message ?? '')}
        </Alert>
      ) : (
        <Text>There is none yet. Practice projects need none; a live project does.</Text>
      )}
      <Group gap="xs">
        {vault.state === 'none' && <Button onClick={() => ask('create')}>Make the vault</Button>}
        <Button variant="default" onClick={() => ask('restore')}>
          Restore it from 24 words
        </Button>
      </Group>
    </Stack>
  )
}

function There({ vault, ask }: { vault: VaultState; ask(what: Asked): void }) {
  const api = useApi()
  const take = useTakeVault()
  const lock = useMutation({ mutationFn: api.lockVault, onSuccess: take })
  const noKeychain = useMutation({ mutationFn: () => api.setKeychain({ on: false }), onSuccess: take })
  const isLocked = vault.state === 'locked'
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Badge variant="light" color={isLocked ? 'yellow' : 'green'} tt="none" radius="sm">
          {isLocked ? 'Locked' : 'Unlocked'}
        </Badge>
        {vault.createdAt !== null && <Text c="dimmed">Made {moment(vault.createdAt)}</Text>}
      </Group>
      {!vault.backedUp && (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconAlertTriangle size={18} />}
          title="Not backed up"
          role="status"
        >
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              If this computer is lost now, so is everything that is sent to the live projects: they can do nothing
              before the 24 words are written down.
            </Text>
            <Button size="xs" onClick={() => ask('words')}>
              Write the words down
            </Button>
          </Stack>
        </Alert>
      )}
      {isLocked && <Text>What live projects were asked for waits until it is unlocked.</Text>}
      <Group gap="xs">
        {isLocked ? (
          <Button onClick={() => ask('unlock')}>Unlock</Button>
        ) : (
          <Button variant="default" loading={lock.isPending} onClick={() => lock.mutate()}>
            Lock
          </Button>
        )}
        <Button variant="default" onClick={() => ask('passphrase')}>
          Change the passphrase
        </Button>
        {vault.backedUp && (
          <Button variant="default" onClick={() => ask('words')}>
            Show the words
          </Button>
        )}
        <Button variant="subtle" onClick={() => ask('restore')}>
          Passphrase forgotten
        </Button>
      </Group>
      <Switch
        label="This computer’s keychain opens it, too"
        description={
          vault.keychain.unavailable ?? 'Then it is unlocked after each start of the app, without the passphrase.'
        }
        checked={vault.keychain.on}
        disabled={noKeychain.isPending || (vault.keychain.unavailable !== null && !vault.keychain.on)}
        onChange={() => (vault.keychain.on ? noKeychain.mutate() : ask('keychain'))}
      />
      {lock.error && <Failure title="The vault was not locked" error={lock.error} />}
      {noKeychain.error && <Failure title="The keychain still opens the vault" error={noKeychain.error} />}
    </Stack>
  )
}

function ChangeDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const api = useApi()
  const renew = useRenew()
  const take = useTakeVault()
  const [next, setNext] = useState({ first: '', again: '' })
  const close = () => {
    setNext({ first: '', again: '' })
    onClose()
  }
  return (
    <PassphraseDialog
      opened={opened}
      title="Change the passphrase"
      about="The words stay the same. All other windows are signed out. Copies of the data folder that were made before still open with the old one."
      action="Change it"
      failed="The passphrase is still the old one"
      work={(passphrase) => renew(() => api.changePassphrase(passphrase, next.first))}
      onDone={(state) => {
        take(state)
        close()
      }}
      onClose={close}
      complete={isPassphrase(next)}
    >
      <NewPassphrase value={next} onChange={setNext} />
    </PassphraseDialog>
  )
}

function KeychainDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const api = useApi()
  const take = useTakeVault()
  return (
    <PassphraseDialog
      opened={opened}
      title="Let the keychain open the vault"
      about="Whoever is logged in to this computer as you can then use it without the passphrase. The words are shown for the passphrase alone."
      action="Let it"
      failed="The keychain does not open the vault"
      work={(passphrase) => api.setKeychain({ on: true, passphrase })}
      onDone={(state) => {
        take(state)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
