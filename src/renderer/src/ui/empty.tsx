import { EmptyState } from '@mantine/core'
import type { ReactNode } from 'react'

export interface EmptyProps {
  icon: ReactNode
  title: string
  /** What to do about it. */
  cure: ReactNode
  children?: ReactNode
}

/** A list without entries says so, and what to do. */
export function Empty({ icon, title, cure, children }: EmptyProps) {
  return (
    <EmptyState className="panel empty" p="xl" icon={icon} title={title} description={cure} size="sm">
      {children && <EmptyState.Actions>{children}</EmptyState.Actions>}
    </EmptyState>
  )
}
