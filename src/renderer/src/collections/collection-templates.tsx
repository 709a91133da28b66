import { Button, Center, Stack } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { CollectionSummary } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { readMetadata } from '../api/nfts.ts'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { count } from '../ui/format.ts'
import { CardGrid } from '../ui/media/card-grid.tsx'
import { NftCard } from '../ui/media/nft-card.tsx'
import { WaitingCards } from '../ui/media/waiting-cards.tsx'

const perPage = 60

/** `12 of 500 minted`, `12 minted`. */
function mintedOfTemplate({ minted, limit }: { minted: number; limit?: number | undefined }): string {
  return limit === undefined ? `${count(minted)} minted` : `${count(minted)} of ${count(limit)} minted`
}

/** The templates of a semi-fungible collection, oldest first. */
export function CollectionTemplates({ collection }: { collection: CollectionSummary }) {
  const api = useApi()
  const templates = useInfiniteQuery({
    queryKey: [...keys.collections, collection.id, 'templates'],
    queryFn: ({ pageParam }) => api.templates(collection.id, pageParam, perPage),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < perPage ? undefined : pages.length + 1),
  })
  if (templates.error && !templates.data) {
    return (
      <Failure
        title="The templates could not be loaded"
        error={templates.error}
        onRetry={() => void templates.refetch()}
      />
    )
  }
  if (!templates.data) return <WaitingCards what="templates" />
  const all = templates.data.pages.flat()
  if (all.length === 0) {
    return (
      <Empty
        icon={<IconStack2 />}
        title="No templates in this collection yet"
        cure="“Mint into this” takes a spreadsheet: rows with the same metadata become editions of one NFT."
      />
    )
  }
  return (
    <Stack gap="md">
      <CardGrid>
        {all.map(({ templateId, metadata, supply }) => {
          const { name, image } = readMetadata(metadata)
          return <NftCard key={templateId} name={name} image={image} lines={[mintedOfTemplate(supply), templateId]} />
        })}
      </CardGrid>
      {templates.hasNextPage && (
        <Center>
          <Button
            variant="default"
            loading={templates.isFetchingNextPage}
            onClick={() => void templates.fetchNextPage()}
          >
            Show more
          </Button>
        </Center>
      )}
    </Stack>
  )
}
