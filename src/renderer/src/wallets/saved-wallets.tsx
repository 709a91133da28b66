import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { Identicon } from '../ui/identicon.tsx'
import { useSavedWallets } from './save-wallet.tsx'

/** The wallets that have names; nothing while there are none. */
export function SavedWallets() {
  const { data } = useSavedWallets()
  if (!data || data.length === 0) return null
  return (
    <Stack gap="xs" component="section" aria-label="Saved wallets">
      <Title order={2}>Saved</Title>
      <Group gap="sm">
        {data.map(({ locator, name }) => (
          <Group key={locator} className="panel" px="md" py="xs" gap="sm" wrap="nowrap" maw={320}>
            <Identicon address={locator} size={24} />
            <div style={{ minWidth: 0 }}>
              <Anchor
                component={Link}
                href={`/wallets?q=${encodeURIComponent(locator)}`}
                fw={600}
                className="breakable"
              >
                {name}
              </Anchor>
              <Text size="xs" c="dimmed" truncate title={locator}>
                {locator}
              </Text>
            </div>
          </Group>
        ))}
      </Group>
    </Stack>
  )
}
