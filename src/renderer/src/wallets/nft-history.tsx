import { Anchor, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LocatedNft } from '../../../shared/app-api.ts'
import { explorerPage } from '../../../shared/explorer.ts'
import { useApi, useAppState } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import type { WalletNft } from '../api/nfts.ts'
import { moment } from '../ui/format.ts'

const words: Record<LocatedNft['history'][number]['what'], string> = {
  minted: 'Minted',
  changed: 'Metadata changed',
  moved: 'Moved to another wallet',
  burnt: 'Burnt',
}

/** What Mintdesk did with an NFT of the project, and when; nothing for those of others. */
export function NftHistory({ nft }: { nft: WalletNft }) {
  const api = useApi()
  const { data: state } = useAppState()
  const { data } = useQuery({
    queryKey: keys.locatedNft(nft.locator),
    queryFn: () => api.locatedNft(nft.locator).catch(() => null),
  })
  if (!data || data.history.length === 0) return null
  const network = state?.networks.find(({ chain }) => chain === nft.chain)
  return (
    <section aria-labelledby="nft-history">
      <Title order={3} id="nft-history">
        History
      </Title>
      {data.history.map(({ what, at, txHash }) => {
        const page = txHash === null ? null : explorerPage(network, 'tx', txHash)
        return (
          <Text key={`${at} ${what} ${txHash}`} size="sm">
            {words[what]}, {moment(at)}
            {page !== null && (
              <>
                {' · '}
                <Anchor href={page} target="_blank" rel="noreferrer">
                  Transaction
                </Anchor>
              </>
            )}
          </Text>
        )
      })}
      <Text size="xs" c="dimmed">
        What Mintdesk did with it. What its owners do by themselves stands in a block explorer.
      </Text>
    </section>
  )
}
