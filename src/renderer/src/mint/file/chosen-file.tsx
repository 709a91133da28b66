import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Step } from '../step.tsx'

export interface ChosenFileProps {
  name: string
  onClose(): void
  children: ReactNode
}

/** Step 1 once a file is chosen: its name, and the way to another one. */
export function ChosenFile({ name, onClose, children }: ChosenFileProps) {
  return (
    <Step
      number={1}
      title={name}
      aside={
        <Button variant="default" size="xs" onClick={onClose}>
          Use another file
        </Button>
      }
    >
      {children}
    </Step>
  )
}
