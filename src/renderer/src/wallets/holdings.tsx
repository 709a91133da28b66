import { Button, Center, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPhoto, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { eachOnce } from '../../../shared/api-schemas/wallets.ts'
import type { WalletMeaning } from '../../../shared/app-api.ts'
import { familyOf } from '../../../shared/families.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { readMetadata, type WalletNft } from '../api/nfts.ts'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { counted } from '../ui/format.ts'
import { CardGrid } from '../ui/media/card-grid.tsx'
import { NftCard } from '../ui/media/nft-card.tsx'
import { WaitingCards } from '../ui/media/waiting-cards.tsx'
import { CoverageStrip } from './coverage-strip.tsx'
import { collectionNames, holdingsMatching } from './filter.ts'
import { NftDrawer } from './nft-drawer.tsx'

const perPage = 60

/** What a wallet holds, as cards; more are fetched on demand. */
export function Holdings({ wallet }: { wallet: WalletMeaning }) {
  const api = useApi()
  const [search, setSearch] = useState('')
  const [collection, setCollection] = useState<string | null>(null)
  const [opened, setOpened] = useState<WalletNft | null>(null)
  const holdings = useInfiniteQuery({
    queryKey: [...keys.wallets, 'nfts', wallet.locator],
    queryFn: ({ pageParam }) => api.walletNfts(wallet.locator, pageParam, perPage),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.nfts.length < perPage ? undefined : pages.length + 1),
  })
  if (holdings.error && !holdings.data) {
    return (
      <Failure
        title="The holdings could not be loaded"
        error={holdings.error}
        money="Looking moves no money."
        onRetry={() => void holdings.refetch()}
      />
    )
  }
  if (!holdings.data) return <WaitingCards what="NFTs" />
  const all = eachOnce(holdings.data.pages)
  const covered = holdings.data.pages[0]
  const cover = covered && <CoverageStrip wallet={wallet} coverage={covered.coverage} note={covered.note} />
  if (all.length === 0) {
    return (
      <Stack gap="md">
        {cover}
        <Empty
          icon={<IconPhoto />}
          title={
            covered?.coverage === 'full' ? 'This wallet holds no NFTs' : 'This wallet holds no NFTs that are known here'
          }
          cure={
            familyOf(wallet.chain).indexed
              ? 'Look at another address.'
              : 'Mint to it on the Mint page, or look on another chain.'
          }
        />
      </Stack>
    )
  }
  const shown = holdingsMatching(all, search, collection)
  return (
    <Stack gap="md">
      {cover}
      <Group justify="space-between">
        <Text c="dimmed" role="status">
          {counted(shown.length, 'NFT')}
          {holdings.hasNextPage && ' so far'}
        </Text>
        <Group gap="xs">
          <Select
            aria-label="Collection"
            placeholder="All collections"
            clearable
            w={220}
            value={collection}
            onChange={setCollection}
            data={collectionNames(all)}
          />
          <TextInput
            aria-label="Search these NFTs"
            placeholder="Name or trait"
            leftSection={<IconSearch size={16} />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </Group>
      </Group>
      {shown.length === 0 && <Text c="dimmed">None of these match. Search for something else, or load more.</Text>}
      <CardGrid>
        {shown.map((nft) => {
          const metadata = readMetadata(nft.metadata)
          return (
            <NftCard
              key={nft.locator}
              name={metadata.name}
              image={metadata.image}
              quantity={Number(nft.quantity ?? 1)}
              lines={[
                metadata.collection.name,
                nft.tokenId === undefined ? wallet.chainLabel : `${wallet.chainLabel} · #${nft.tokenId}`,
              ]}
              onOpen={() => setOpened(nft)}
            />
          )
        })}
      </CardGrid>
      {holdings.hasNextPage && (
        <Center>
          <Button variant="default" loading={holdings.isFetchingNextPage} onClick={() => void holdings.fetchNextPage()}>
            Show more
          </Button>
        </Center>
      )}
      <NftDrawer
        nft={opened}
        holder={wallet.address}
        assetPages={wallet.explorer?.assets ?? null}
        onClose={() => setOpened(null)}
      />
    </Stack>
  )
}
