import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Run, RunTransaction } from '../../../shared/app-api.ts'
import { explorerPage } from '../../../shared/explorer.ts'
import { familyOf } from '../../../shared/families.ts'
import { useApi, useAppState } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Address } from '../ui/address.tsx'
import { Failure } from '../ui/failure.tsx'
import { coins, count } from '../ui/format.ts'
import { ScrollPanel } from '../ui/table/scroll-panel.tsx'
import { TableTip } from '../ui/table/table-tip.tsx'
import { Waiting } from '../ui/waiting.tsx'

const words: Record<Exclude<RunTransaction['state'], 'dead'>, string> = {
  signed: 'Ready to send',
  sent: 'Waiting for confirmation',
  included: 'In a block, waiting for confirmations',
  succeeded: 'Final',
  failed: 'Failed',
}

/** The transactions of a run, each with what it carries and costs. */
export function RunTransactions({ run }: { run: Run }) {
  const api = useApi()
  const { data: state } = useAppState()
  const { data, error, refetch } = useQuery({
    queryKey: keys.runTransactions(run.id),
    queryFn: () => api.runTransactions(run.id),
  })
  const network = state?.networks.find(({ chain }) => chain === run.chain)
  const { sequences, words: named } = familyOf(run.chain)
  if (error && !data) {
    return (
      <Failure
        title="The transactions could not be loaded"
        error={error}
        money="The run is not affected by that."
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <Waiting what="transactions" />
  if (data.length === 0)
    return <Text c="dimmed">No transaction has been signed yet; they appear here as the run goes on.</Text>
  return (
    <ScrollPanel minWidth={760} maxHeight={480}>
      <TableTip>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Hash</Table.Th>
              {sequences && <Table.Th ta="right">Order</Table.Th>}
              <Table.Th>Does</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th ta="right">NFTs</Table.Th>
              <Table.Th ta="right">Attempts</Table.Th>
              <Table.Th ta="right">{capital(named.weight)}</Table.Th>
              <Table.Th ta="right">Fee ({run.fee.currency})</Table.Th>
              <Table.Th ta="right">{named.block}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.map((transaction) => (
              <Table.Tr key={`${transaction.sequence} ${transaction.hash}`}>
                <Table.Td>
                  <Address
                    address={transaction.hash}
                    what="transaction hash"
                    identicon={false}
                    explorer={explorerPage(network, 'tx', transaction.hash)}
                  />
                </Table.Td>
                {sequences && <Table.Td ta="right">{transaction.sequence}</Table.Td>}
                <Table.Td>{transaction.purpose}</Table.Td>
                <Table.Td>{transaction.state === 'dead' ? named.dead : words[transaction.state]}</Table.Td>
                <Table.Td ta="right">{count(transaction.nfts)}</Table.Td>
                <Table.Td ta="right">{transaction.attempts}</Table.Td>
                <Table.Td ta="right">
                  {transaction.gasUsed === null ? '–' : count(Number(transaction.gasUsed))}
                </Table.Td>
                <Table.Td ta="right">
                  {transaction.fee === null ? '–' : coins(transaction.fee.amount, transaction.fee.decimals)}
                </Table.Td>
                <Table.Td ta="right">{transaction.blockNumber ?? '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableTip>
    </ScrollPanel>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
