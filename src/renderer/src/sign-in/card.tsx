import { Center, Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Mark } from '../ui/mark.tsx'

/** The only content of a page that is not signed in. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Mintdesk`
  }, [title])
  return (
    <Center mih="100vh" p="md" component="main">
      <Stack className="panel" p="xl" w={440} maw="100%" gap="md">
        <Group gap="sm" wrap="nowrap">
          <Mark />
          <Title order={1} className="breakable">
            {title}
          </Title>
        </Group>
        {children}
      </Stack>
    </Center>
  )
}
