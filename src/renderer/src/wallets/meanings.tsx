import { Group, Select, Stack, Text } from '@mantine/core'
import type { WalletMeaning } from '../../../shared/app-api.ts'
import { explorerPage } from '../../../shared/explorer.ts'
import { useAppState } from '../api/context.tsx'
import { Address } from '../ui/address.tsx'
import { Allowed } from '../ui/allowed.tsx'
import { counted } from '../ui/format.ts'
import { SaveWallet } from './save-wallet.tsx'

export interface MeaningsProps {
  meanings: readonly WalletMeaning[]
  chosen: string
  onChoose(locator: string): void
}

/** How the text was understood, and what else it may mean. */
export function Meanings({ meanings, chosen, onChoose }: MeaningsProps) {
  const meaning = meanings.find(({ locator }) => locator === chosen)
  const { data: state } = useAppState()
  if (!meaning) return null
  const network = state?.networks.find(({ chain }) => chain === meaning.chain)
  return (
    <Group className="panel" p="md" justify="space-between">
      <Stack gap={2}>
        <Text fw={600} className="breakable">
          {meaning.description}
        </Text>
        <Address
          address={meaning.address}
          explorer={meaning.explorer?.wallet ?? explorerPage(network, 'address', meaning.address)}
        />
      </Stack>
      <Group gap="sm" align="flex-end" maw="100%">
        <Allowed right="mint">
          <SaveWallet key={chosen} locator={chosen} />
        </Allowed>
        {meanings.length > 1 && (
          <Select
            label="Look on"
            w={320}
            maw="100%"
            allowDeselect={false}
            searchable
            value={chosen}
            onChange={(locator) => locator !== null && onChoose(locator)}
            data={meanings.map(({ locator, description, count }) => ({
              value: locator,
              label: count > 0 ? `${description} · ${counted(count, 'NFT')}` : description,
            }))}
          />
        )}
      </Group>
    </Group>
  )
}
