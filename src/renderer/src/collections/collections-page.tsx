import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { useCollections } from '../api/context.tsx'
import { Allowed } from '../ui/allowed.tsx'
import { CollectionsArt } from '../ui/art/illustrations.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { CardGrid } from '../ui/media/card-grid.tsx'
import { NftCard } from '../ui/media/nft-card.tsx'
import { WaitingCards } from '../ui/media/waiting-cards.tsx'
import { Page } from '../ui/page.tsx'
import { CollectionForm } from './collection-form.tsx'
import { mintedOf } from './minted-of.ts'

/** Every collection of the project, and the form for a new one. */
export default function CollectionsPage() {
  const { data: collections, error, refetch } = useCollections()
  const [creating, { open, close }] = useDisclosure(false)
  const [, go] = useLocation()
  return (
    <Page
      title="Collections"
      about="A collection is on one chain; NFTs are minted into it."
      actions={
        <Allowed right="mint">
          <Button leftSection={<IconPlus size={16} />} onClick={open}>
            Create a collection
          </Button>
        </Allowed>
      }
    >
      {error && !collections && (
        <Failure title="The collections could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!collections && !error && <WaitingCards what="collections" />}
      {collections?.length === 0 && (
        <Empty icon={<CollectionsArt />} title="No collections yet" cure="Create one to mint into." />
      )}
      <CardGrid>
        {collections?.map((collection) => (
          <NftCard
            key={collection.id}
            name={collection.metadata.name}
            image={collection.metadata.imageUrl}
            pictures={collection.pictures}
            id={collection.id}
            lines={[
              collection.chainLabel,
              collection.unavailable === null
                ? mintedOf(collection)
                : collection.halted
                  ? 'Stopped: it needs a decision'
                  : 'Not available yet',
            ]}
            onOpen={() => go(`/collections/${encodeURIComponent(collection.id)}`)}
          />
        ))}
      </CardGrid>
      <Modal opened={creating} onClose={close} title="Create a collection">
        <CollectionForm
          onCreated={(id) => {
            close()
            go(`/collections/${encodeURIComponent(id)}`)
          }}
        />
      </Modal>
    </Page>
  )
}
