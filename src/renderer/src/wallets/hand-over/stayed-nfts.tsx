import { Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { counted } from '../../ui/format.ts'

const shown = 50

/** NFTs that could not be moved, each with the reason. */
export function StayedNfts({ id, failed }: { id: string; failed: number }) {
  const api = useApi()
  const { data } = useQuery({
    queryKey: [...keys.handOverParts(id), 'failed', failed],
    queryFn: () => api.handedNfts(id, { state: 'failed', limit: shown }),
    placeholderData: (before) => before,
  })
  return (
    <Stack className="panel" p="lg" gap="sm">
      <Text fw={600}>{counted(failed, 'NFT')} stayed; the others are not touched by that</Text>
      <Table verticalSpacing="xs" aria-label="NFTs that stayed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Row</Table.Th>
            <Table.Th>NFT</Table.Th>
            <Table.Th>Why</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(data ?? []).map(({ place, row, locator, nftId, error }) => (
            <Table.Tr key={place}>
              <Table.Td>{row}</Table.Td>
              <Table.Td className="breakable">{nftId ?? locator}</Table.Td>
              <Table.Td className="breakable">{error}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}
