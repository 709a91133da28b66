import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import { explorerPage } from '../../../shared/explorer.ts'
import { familyOf } from '../../../shared/families.ts'
import { useAppState, useCollections } from '../api/context.tsx'
import { useMintStore } from '../mint/mint-store.ts'
import { Address } from '../ui/address.tsx'
import { Allowed, Locked } from '../ui/allowed.tsx'
import { Copy } from '../ui/copy.tsx'
import { Failure } from '../ui/failure.tsx'
import { Mosaic } from '../ui/media/mosaic.tsx'
import { Page } from '../ui/page.tsx'
import { Unavailable } from '../ui/unavailable.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { WaitingNotice } from '../ui/waiting-notice.tsx'
import { Banner } from './banner.tsx'
import { CollectionNfts } from './collection-nfts.tsx'
import classes from './collection-page.module.css'
import { CollectionSettings } from './collection-settings.tsx'
import { CollectionTemplates } from './collection-templates.tsx'
import { mintedOf } from './minted-of.ts'
import { Ownership } from './ownership.tsx'
import { SourceSection } from './source-section.tsx'
import { VisiblePanel } from './visible/visible-panel.tsx'

/** One collection: what it is, its contract, and its NFTs. */
export default function CollectionPage({ id }: { id: string }) {
  const { data: collections, error, refetch } = useCollections()
  const { data: state } = useAppState()
  const set = useMintStore((store) => store.set)
  const [, go] = useLocation()
  const collection = collections?.find((entry) => entry.id === id)
  if (error && !collections) {
    return (
      <Page title="Collection">
        <Failure title="The collection could not be loaded" error={error} onRetry={() => void refetch()} />
      </Page>
    )
  }
  if (!collections)
    return (
      <Page title="Collection">
        <Waiting what="collection" lines={2} height={120} />
      </Page>
    )
  if (!collection) {
    return (
      <Page title="There is no such collection" about="It may belong to another project.">
        <div>
          <Button onClick={() => go('/collections')}>All collections</Button>
        </div>
      </Page>
    )
  }
  const named = familyOf(collection.chain).words
  const network = state?.networks.find(({ chain }) => chain === collection.chain)
  return (
    <Page
      title={collection.metadata.name}
      about={`${collection.chainLabel} · ${mintedOf(collection)}`}
      actions={
        <Allowed right="mint">
          <Button
            disabled={collection.unavailable !== null}
            onClick={() => {
              set({ collectionId: collection.id, importId: null })
              go('/mint')
            }}
          >
            Mint into this
          </Button>
        </Allowed>
      }
    >
      {collection.unavailable !== null && <Unavailable collection={collection} />}
      {collection.notice !== null && (
        <WaitingNotice
          notice={collection.notice}
          waitsFor={collection.waitsFor}
          chain={collection.chain}
          chainLabel={collection.chainLabel}
        />
      )}
      {collection.metadata.bannerUrl !== '' && <Banner collection={collection} />}
      <Group className="panel" p="md" gap="lg" align="flex-start">
        <div className={classes.image}>
          <Mosaic
            pictures={collection.metadata.imageUrl === '' ? collection.pictures : [collection.metadata.imageUrl]}
            name={collection.metadata.name}
            id={collection.id}
          />
        </div>
        <Stack gap="sm" flex="1 1 160px" miw={0}>
          {collection.metadata.description !== '' && (
            <Text className="breakable">{collection.metadata.description}</Text>
          )}
          {/^https?:/i.test(collection.metadata.link) && (
            <Anchor href={collection.metadata.link} target="_blank" rel="noreferrer" className="breakable">
              {collection.metadata.link}
            </Anchor>
          )}
          <div>
            <Text size="xs" c="dimmed">
              {named.contract}
              {!collection.deployed && ', set up with the first mint'}
            </Text>
            {collection.contractAddress === null ? (
              <Text>not known yet</Text>
            ) : (
              <Address
                address={collection.contractAddress}
                what={named.contract.toLowerCase()}
                explorer={explorerPage(network, 'address', collection.contractAddress)}
              />
            )}
          </div>
          <div>
            <Text size="xs" c="dimmed">
              Id, for programs
            </Text>
            <Group gap={4}>
              <Text className="mono breakable">{collection.id}</Text>
              <Copy value={collection.id} what="collection id" />
            </Group>
          </div>
        </Stack>
      </Group>
      {collection.fungibility === 'semi-fungible' ? (
        <CollectionTemplates collection={collection} />
      ) : (
        <CollectionNfts collection={collection} />
      )}
      <Locked right="mint">
        <CollectionSettings collection={collection} />
      </Locked>
      <Locked right="admin">
        <Ownership collection={collection} />
      </Locked>
      {state?.project.kind === 'live' && collection.deployed && (
        <>
          <VisiblePanel collection={collection} />
          <Locked right="admin">
            <SourceSection collection={collection} />
          </Locked>
        </>
      )}
    </Page>
  )
}
