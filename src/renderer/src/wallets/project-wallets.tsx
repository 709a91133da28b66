import { Anchor, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { chainLabel, isChainName } from '../../../shared/chains.ts'
import { explorerPage } from '../../../shared/explorer.ts'
import { useApi, useAppState } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Address } from '../ui/address.tsx'
import { WalletsArt } from '../ui/art/illustrations.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { count } from '../ui/format.ts'
import { Waiting } from '../ui/waiting.tsx'

const shown = 200

/** The wallets this project made for e-mail addresses and user ids. */
export function ProjectWallets() {
  const api = useApi()
  const { data: state } = useAppState()
  const { data, error, refetch } = useQuery({ queryKey: [...keys.wallets, 'own'], queryFn: api.projectWallets })
  if (error && !data) {
    return <Failure title="The project’s wallets could not be loaded" error={error} onRetry={() => void refetch()} />
  }
  if (!data) return <Waiting what="wallets" />
  if (data.length === 0) {
    return (
      <Empty
        icon={<WalletsArt />}
        title="No wallets of this project yet"
        cure="Paste any address above. Wallets appear here once NFTs are minted to e-mail addresses or user ids."
      />
    )
  }
  return (
    <div className="panel">
      <Table verticalSpacing="xs" horizontalSpacing="md" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Wallet of</Table.Th>
            <Table.Th>By</Table.Th>
            <Table.Th>Chain</Table.Th>
            <Table.Th>Address</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.slice(0, shown).map((wallet) => (
            <Table.Tr key={wallet.locator}>
              <Table.Td>
                <Anchor
                  component={Link}
                  href={`/wallets?q=${encodeURIComponent(wallet.locator)}`}
                  className="breakable"
                >
                  {wallet.user}
                </Anchor>
              </Table.Td>
              <Table.Td>{wallet.kind === 'email' ? 'e-mail' : 'user id'}</Table.Td>
              <Table.Td>{isChainName(wallet.chain) ? chainLabel(wallet.chain) : wallet.chain}</Table.Td>
              <Table.Td>
                <Address
                  address={wallet.address}
                  explorer={explorerPage(
                    state?.networks.find(({ chain }) => chain === wallet.chain),
                    'address',
                    wallet.address,
                  )}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {data.length > shown && (
        <Text c="dimmed" size="sm" p="md">
          The first {count(shown)} of {count(data.length)}. Search above for any other.
        </Text>
      )}
    </div>
  )
}
