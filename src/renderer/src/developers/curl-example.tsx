import { Code, Group, Stack, Text, Title } from '@mantine/core'
import { Copy } from '../ui/copy.tsx'

function command(key: string): string {
  const body = {
    recipient: 'email:ada@example.com:polygon',
    metadata: {
      name: 'Hello',
      image:
        'data:image/svg+xml;utf8,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 8 8%22%3E%3Ccircle cx=%224%22 cy=%224%22 r=%224%22/%3E%3C/svg%3E',
    },
  }
  return [
    `curl ${window.location.origin}/api/2022-06-09/collections/default-polygon/nfts \\`,
    `  -H 'X-API-KEY: ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n')
}

/** A call that works as pasted, once a key was made. */
export function CurlExample({ apiKey }: { apiKey: string | null }) {
  const text = command(apiKey ?? 'YOUR_KEY')
  return (
    <Stack className="panel" p="lg" gap="xs">
      <Group justify="space-between">
        <Title order={2}>Mint one NFT with curl</Title>
        <Copy value={text} what="command" />
      </Group>
      <Text c="dimmed">
        {apiKey === null
          ? 'Create a key above: it is filled in here. Until then, put your own in the place of YOUR_KEY.'
          : 'The key you just made is filled in.'}
      </Text>
      <Code block>{text}</Code>
    </Stack>
  )
}
