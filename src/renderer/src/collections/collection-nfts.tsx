import { Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPhoto, IconSearch } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { CollectionNft, CollectionSummary } from '../../../shared/app-api.ts'
import { familyOf } from '../../../shared/families.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { readMetadata, type WalletNft } from '../api/nfts.ts'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { counted } from '../ui/format.ts'
import { CardWall } from '../ui/media/card-wall.tsx'
import { NftCard } from '../ui/media/nft-card.tsx'
import { WaitingCards } from '../ui/media/waiting-cards.tsx'
import { usePages } from '../ui/table/use-pages.ts'
import { NftDrawer } from '../wallets/nft-drawer.tsx'
import { linesOf, walletNftOf } from './nft-lines.ts'
import { NftTable } from './nft-table.tsx'

const views = ['grid', 'table'] as const
type View = (typeof views)[number]

/** The NFTs of a collection, oldest first, as cards or as rows, with a search. */
export function CollectionNfts({ collection }: { collection: CollectionSummary }) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 300)
  const [view, setView] = useState<View>('grid')
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <TextInput
          aria-label="Search the NFTs"
          placeholder="Name, recipient, token id or trait"
          leftSection={<IconSearch size={16} />}
          w={360}
          maw="100%"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label="How the NFTs are shown"
          size="sm"
          value={view}
          onChange={setView}
          data={[
            { value: 'grid', label: 'Pictures' },
            { value: 'table', label: 'Table' },
          ]}
        />
      </Group>
      <Found key={search} collection={collection} search={search} view={view} />
    </Stack>
  )
}

function Found({ collection, search, view }: { collection: CollectionSummary; search: string; view: View }) {
  const api = useApi()
  const [opened, setOpened] = useState<{ nft: WalletNft; holder: string | null } | null>(null)
  const [whole, setWhole] = useState(true)
  const pages = usePages([...keys.collections, collection.id, 'nfts', search], async (offset, limit) => {
    const found = await api.collectionNfts(collection.id, offset, limit, search)
    setWhole(found.whole)
    return found
  })
  const open = useCallback(
    (row: CollectionNft) => {
      const nft = walletNftOf(row, collection)
      if (nft !== null) setOpened({ nft, holder: row.nft.onChain.owner ?? null })
    },
    [collection],
  )
  if (pages.error) {
    return <Failure title="The NFTs could not be loaded" error={pages.error} onRetry={pages.retry} />
  }
  if (pages.total === undefined) return <WaitingCards what="NFTs" />
  if (pages.total === 0) {
    return search === '' ? (
      <Empty icon={<IconPhoto />} title="No NFTs in this collection yet" cure="“Mint into this” takes a spreadsheet." />
    ) : (
      <Text c="dimmed">No NFT has this name, recipient, token id or trait. Search for a part of it.</Text>
    )
  }
  const card = (place: number) => {
    const row = pages.rowAt(place)
    if (row === undefined) return undefined
    const { nft } = row
    return (
      <NftCard
        name={readMetadata(nft.metadata).name}
        image={row.picture}
        id={nft.id}
        lines={linesOf(nft)}
        {...(walletNftOf(row, collection) === null ? {} : { onOpen: () => open(row) })}
      />
    )
  }
  return (
    <Stack gap="xs">
      {search !== '' && (
        <Text size="sm" c="dimmed" role="status">
          {whole ? counted(pages.total, 'NFT') : `The first ${counted(pages.total, 'NFT')} that were found`}
        </Text>
      )}
      {view === 'grid' ? (
        <CardWall
          label="NFTs of the collection"
          total={pages.total}
          lines={familyOf(collection.chain).tokenIds ? 1 : 2}
          card={card}
          onRange={pages.onRange}
        />
      ) : (
        <NftTable pages={pages} total={pages.total} token={familyOf(collection.chain).words.token} onOpen={open} />
      )}
      <NftDrawer nft={opened?.nft ?? null} holder={opened?.holder ?? null} onClose={() => setOpened(null)} />
    </Stack>
  )
}
