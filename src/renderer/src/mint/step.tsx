import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './step.module.css'

export interface StepProps {
  number: number
  title: string
  aside?: ReactNode
  children: ReactNode
}

/** One of the four steps of the Mint page. */
export function Step({ number, title, aside, children }: StepProps) {
  const id = `step-${number}`
  return (
    <Stack component="section" gap="sm" className={classes.step} aria-labelledby={id}>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="xs" wrap="nowrap">
          <span className={classes.number} aria-hidden="true">
            {number}
          </span>
          <Title order={2} id={id} className="breakable">
            {title}
          </Title>
        </Group>
        {aside && <div className={classes.aside}>{aside}</div>}
      </Group>
      {children}
    </Stack>
  )
}
