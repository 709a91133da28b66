import { Button, Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

export interface ChosenFileProps {
  name: string
  onClose(): void
  children: ReactNode
}

/** The chosen file, with the way to another one; it takes the focus after a drop. */
export function ChosenFile({ name, onClose, children }: ChosenFileProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Stack component="section" gap="xs" aria-label={name}>
      <Group justify="space-between" gap="xs">
        <Title order={2} ref={heading} tabIndex={-1} className="breakable" style={{ outline: 'none' }}>
          {name}
        </Title>
        <Button variant="default" size="xs" onClick={onClose}>
          Use another file
        </Button>
      </Group>
      {children}
    </Stack>
  )
}
