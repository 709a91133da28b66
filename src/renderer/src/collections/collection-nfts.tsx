import { Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPhoto, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { NftAnswer } from '../../../shared/api-schemas/nfts.ts'
import type { CollectionNft, CollectionSummary } from '../../../shared/app-api.ts'
import { familyOf } from '../../../shared/families.ts'
import { ownAddressOf, tokenField } from '../../../shared/token-names.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { readMetadata, type WalletNft } from '../api/nfts.ts'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { counted, shortAddress } from '../ui/format.ts'
import { CardWall } from '../ui/media/card-wall.tsx'
import { NftCard } from '../ui/media/nft-card.tsx'
import { WaitingCards } from '../ui/media/waiting-cards.tsx'
import { usePages } from '../ui/table/use-pages.ts'
import { NftDrawer } from '../wallets/nft-drawer.tsx'

/** Which token it is and whose; two addresses take a line each. */
function linesOf({ onChain }: NftAnswer): string[] {
  if (onChain.status !== 'success') return [onChain.status === 'failed' ? 'Failed' : 'On the way']
  const { tokenId, owner } = onChain
  const whose = owner === undefined ? 'burnt' : shortAddress(owner)
  return tokenId === undefined ? [shortAddress(ownAddressOf(onChain) ?? ''), whose] : [`#${tokenId} · ${whose}`]
}

/** A minted one as wallets show it; null before it is minted. */
function walletNftOf(row: CollectionNft, collection: CollectionSummary): WalletNft | null {
  const { metadata, onChain } = row.nft
  const { contractAddress, chain } = collection
  const named = onChain.tokenId ?? ownAddressOf(onChain)
  if (named === undefined || contractAddress === null) return null
  const { name, description, imageUrl: image } = collection.metadata
  const known = typeof metadata === 'object' ? metadata : {}
  return {
    chain,
    ...(onChain.tokenId === undefined ? tokenField(chain, named) : { contractAddress, tokenId: onChain.tokenId }),
    metadata: { ...known, collection: { name, description, image } },
    media: { image: row.picture, animation: readMetadata(metadata).animation_url === '' ? '' : row.animation },
    locator: onChain.tokenId === undefined ? `${chain}:${named}` : `${chain}:${contractAddress}:${named}`,
  }
}

/** The NFTs of a collection, oldest first, with a search. */
export function CollectionNfts({ collection }: { collection: CollectionSummary }) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 300)
  return (
    <Stack gap="md">
      <TextInput
        aria-label="Search the NFTs"
        placeholder="Name, recipient, token id or trait"
        leftSection={<IconSearch size={16} />}
        maw={360}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Found key={search} collection={collection} search={search} />
    </Stack>
  )
}

function Found({ collection, search }: { collection: CollectionSummary; search: string }) {
  const api = useApi()
  const [opened, setOpened] = useState<{ nft: WalletNft; holder: string | null } | null>(null)
  const [whole, setWhole] = useState(true)
  const pages = usePages([...keys.collections, collection.id, 'nfts', search], async (offset, limit) => {
    const found = await api.collectionNfts(collection.id, offset, limit, search)
    setWhole(found.whole)
    return found
  })
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
    const shown = walletNftOf(row, collection)
    return (
      <NftCard
        name={readMetadata(nft.metadata).name}
        image={row.picture}
        id={nft.id}
        lines={linesOf(nft)}
        {...(shown === null ? {} : { onOpen: () => setOpened({ nft: shown, holder: nft.onChain.owner ?? null }) })}
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
      <CardWall
        label="NFTs of the collection"
        total={pages.total}
        lines={familyOf(collection.chain).tokenIds ? 1 : 2}
        card={card}
        onRange={pages.onRange}
      />
      <NftDrawer nft={opened?.nft ?? null} holder={opened?.holder ?? null} onClose={() => setOpened(null)} />
    </Stack>
  )
}
