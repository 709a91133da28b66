import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Failure } from '../ui/failure.tsx'

export interface PassphraseDialogProps<Answer> {
  opened: boolean
  title: string
  about: ReactNode
  /** The word on the button. */
  action: string
  /** The title of a failure. */
  failed: string
  work(passphrase: string): Promise<Answer>
  onDone(answer: Answer): void
  onClose(): void
  /** Fields below the passphrase. */
  children?: ReactNode
  /** Whether the fields in `children` are filled in. */
  complete?: boolean
}

/** Asks for the vault's passphrase and calls `work` with it. */
export function PassphraseDialog<Answer>(props: PassphraseDialogProps<Answer>) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title}>
      <PassphraseForm {...props} />
    </Modal>
  )
}

function PassphraseForm<Answer>({
  about,
  action,
  failed,
  work,
  onDone,
  onClose,
  children,
  complete = true,
}: PassphraseDialogProps<Answer>) {
  const [passphrase, setPassphrase] = useState('')
  const run = useMutation({ mutationFn: () => work(passphrase), gcTime: 0, onSuccess: onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>{about}</Text>
        <PasswordInput
          label="Passphrase"
          autoComplete="current-password"
          data-autofocus
          maxLength={1_000}
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        {children}
        {run.error && <Failure title={failed} error={run.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={run.isPending} disabled={passphrase === '' || !complete}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
