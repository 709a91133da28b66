import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export interface ConfirmProps {
  opened: boolean
  title: string
  /** What the action means, also for the money. */
  children: ReactNode
  /** The button that changes nothing; it has the focus. */
  keep: string
  act: string
  /** Whether the action destroys something. */
  danger?: boolean
  pending?: boolean
  failure?: ReactNode
  onClose(): void
  onAct(): void
}

/** Asks before an action that cannot be undone, or that costs. */
export function Confirm(props: ConfirmProps) {
  const { opened, title, children, keep, act, danger = true, pending = false, failure, onClose, onAct } = props
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack gap="md">
        <Text component="div" className="breakable">
          {children}
        </Text>
        {failure}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={onClose}>
            {keep}
          </Button>
          <Button {...(danger ? { color: 'red' } : {})} loading={pending} onClick={onAct}>
            {act}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
