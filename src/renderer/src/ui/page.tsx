import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

export interface PageProps {
  title: string
  /** One sentence under the title. */
  about?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A page's heading, its actions and its content. */
export function Page({ title, about, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Mintdesk`
  }, [title])
  return (
    <Stack gap="lg" maw={1200} mx="auto">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className="page-title">
          <Title order={1} className="breakable">
            {title}
          </Title>
          {about && (
            <Text c="dimmed" component="div" className="breakable">
              {about}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
