import { Button, Center, Stack } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NftAnswer } from '../../../shared/api-schemas/nfts.ts'
import type { CollectionSummary } from '../../../shared/app-api.ts'
import { ownAddressOf, tokenField } from '../../../shared/token-names.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { readMetadata, type WalletNft } from '../api/nfts.ts'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { shortAddress } from '../ui/format.ts'
import { CardGrid } from '../ui/media/card-grid.tsx'
import { NftCard } from '../ui/media/nft-card.tsx'
import { WaitingCards } from '../ui/media/waiting-cards.tsx'
import { NftDrawer } from '../wallets/nft-drawer.tsx'

const perPage = 60

/** Which token it is and whose; two addresses take a line each. */
function linesOf({ onChain }: NftAnswer): string[] {
  if (onChain.status !== 'success') return [onChain.status === 'failed' ? 'Failed' : 'On the way']
  const { tokenId, owner } = onChain
  const whose = owner === undefined ? 'burnt' : shortAddress(owner)
  return tokenId === undefined ? [shortAddress(ownAddressOf(onChain) ?? ''), whose] : [`#${tokenId} · ${whose}`]
}

/** A minted one as wallets show it; null before it is minted. */
function walletNftOf({ metadata, onChain }: NftAnswer, collection: CollectionSummary): WalletNft | null {
  const { contractAddress, chain } = collection
  const named = onChain.tokenId ?? ownAddressOf(onChain)
  if (named === undefined || contractAddress === null) return null
  const { name, description, imageUrl: image } = collection.metadata
  const known = typeof metadata === 'object' ? metadata : {}
  return {
    chain,
    ...(onChain.tokenId === undefined ? tokenField(chain, named) : { contractAddress, tokenId: onChain.tokenId }),
    metadata: { ...known, collection: { name, description, image } },
    locator: onChain.tokenId === undefined ? `${chain}:${named}` : `${chain}:${contractAddress}:${named}`,
  }
}

/** The NFTs of a collection, oldest first. */
export function CollectionNfts({ collection }: { collection: CollectionSummary }) {
  const api = useApi()
  const [opened, setOpened] = useState<{ nft: WalletNft; holder: string | null } | null>(null)
  const nfts = useInfiniteQuery({
    queryKey: [...keys.collections, collection.id, 'nfts'],
    queryFn: ({ pageParam }) => api.collectionNfts(collection.id, pageParam, perPage),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < perPage ? undefined : pages.length + 1),
  })
  if (nfts.error && !nfts.data) {
    return <Failure title="The NFTs could not be loaded" error={nfts.error} onRetry={() => void nfts.refetch()} />
  }
  if (!nfts.data) return <WaitingCards what="NFTs" />
  const all = nfts.data.pages.flat()
  if (all.length === 0) {
    return (
      <Empty icon={<IconPhoto />} title="No NFTs in this collection yet" cure="“Mint into this” takes a spreadsheet." />
    )
  }
  return (
    <Stack gap="md">
      <CardGrid>
        {all.map((nft) => {
          const metadata = readMetadata(nft.metadata)
          const shown = walletNftOf(nft, collection)
          return (
            <NftCard
              key={nft.id}
              name={metadata.name}
              image={metadata.image}
              lines={linesOf(nft)}
              {...(shown === null
                ? {}
                : { onOpen: () => setOpened({ nft: shown, holder: nft.onChain.owner ?? null }) })}
            />
          )
        })}
      </CardGrid>
      <NftDrawer nft={opened?.nft ?? null} holder={opened?.holder ?? null} onClose={() => setOpened(null)} />
      {nfts.hasNextPage && (
        <Center>
          <Button variant="default" loading={nfts.isFetchingNextPage} onClick={() => void nfts.fetchNextPage()}>
            Show more
          </Button>
        </Center>
      )}
    </Stack>
  )
}
