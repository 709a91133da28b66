import { Stack, Text, Title } from '@mantine/core'
import { Snippet } from './snippet.tsx'

const call = {
  method: 'POST',
  path: '/api/2022-06-09/collections/default-polygon/nfts',
  body: JSON.stringify({
    recipient: 'email:ada@example.com:polygon',
    metadata: {
      name: 'Hello',
      image:
        'data:image/svg+xml;utf8,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 8 8%22%3E%3Ccircle cx=%224%22 cy=%224%22 r=%224%22/%3E%3C/svg%3E',
    },
  }),
}

/** A call that works as pasted, once a key was made. */
export function MintExample({ apiKey }: { apiKey: string | null }) {
  return (
    <Stack className="panel" p="lg" gap="xs">
      <Title order={2}>Mint one NFT from a program</Title>
      <Text c="dimmed">
        {apiKey === null
          ? 'Create a key above: it is filled in here. Until then, put your own in the place of YOUR_KEY.'
          : 'The key you just made is filled in.'}
      </Text>
      <Snippet call={call} apiKey={apiKey} />
    </Stack>
  )
}
