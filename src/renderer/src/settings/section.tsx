import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export interface SectionProps {
  id: string
  title: string
  /** One sentence under the title. */
  about: ReactNode
  children: ReactNode
}

/** One subject of the settings. */
export function Section({ id, title, about, children }: SectionProps) {
  return (
    <Stack component="section" className="panel" p="lg" gap="md" aria-labelledby={id}>
      <div>
        <Title order={2} id={id}>
          {title}
        </Title>
        <Text c="dimmed">{about}</Text>
      </div>
      {children}
    </Stack>
  )
}
