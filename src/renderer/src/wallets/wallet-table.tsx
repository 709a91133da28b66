import { Anchor, Table, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { ProjectWallet, WalletSort } from '../../../shared/app-api.ts'
import { chainLabel, isChainName } from '../../../shared/chains.ts'
import { explorerPage } from '../../../shared/explorer.ts'
import { useAppState } from '../api/context.tsx'
import { Address } from '../ui/address.tsx'
import { count, moment } from '../ui/format.ts'
import { SortHeader, type Sorting } from '../ui/table/sort-header.tsx'
import { TableTip } from '../ui/table/table-tip.tsx'

interface WalletTableProps {
  wallets: readonly ProjectWallet[]
  sorting: Sorting<WalletSort>
  onSort(sorting: Sorting<WalletSort>): void
}

/** Wallets of the project's users as rows: a name opens what the wallet holds. */
export function WalletTable({ wallets, sorting, onSort }: WalletTableProps) {
  const { data: state } = useAppState()
  const head = { sorting, onSort }
  return (
    <div className="panel">
      <TableTip>
        <Table aria-labelledby="project-users" verticalSpacing="xs" horizontalSpacing="md" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <SortHeader name="Wallet of" by="name" first="asc" {...head} />
              <SortHeader name="NFTs" by="nfts" first="desc" align="right" {...head} />
              <SortHeader name="Since" by="created" first="desc" {...head} />
              <Table.Th visibleFrom="sm">Address</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {wallets.map((wallet) => (
              <Table.Tr key={wallet.locator}>
                <Table.Td>
                  <Anchor
                    component={Link}
                    href={`/wallets?q=${encodeURIComponent(wallet.locator)}`}
                    className="breakable"
                  >
                    {wallet.user}
                  </Anchor>
                  <Text size="xs" c="dimmed">
                    {wallet.kind === 'email' ? 'E-mail' : 'User id'} ·{' '}
                    {isChainName(wallet.chain) ? chainLabel(wallet.chain) : wallet.chain}
                  </Text>
                </Table.Td>
                <Table.Td ta="right">{count(wallet.nfts)}</Table.Td>
                <Table.Td>{moment(wallet.createdAt)}</Table.Td>
                <Table.Td visibleFrom="sm">
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
      </TableTip>
    </div>
  )
}
