import { Center, Code, Stack, Text, Title } from '@mantine/core'
import { Copy } from '../ui/copy.tsx'

const command = 'mintdesk serve --open'

/** What a browser without a ticket sees. */
export function Closed() {
  return (
    <Center mih="100vh" p="xl" component="main">
      <Stack className="panel" p="xl" maw={480} gap="sm">
        <Title order={1}>This window is not signed in</Title>
        <Text>
          Only the person at this computer can open Mintdesk. Open it from the app, or run <Code>{command}</Code>{' '}
          <Copy value={command} what="command" />
        </Text>
        <Text c="dimmed">Runs that are under way go on meanwhile, and nothing is lost.</Text>
      </Stack>
    </Center>
  )
}
