import { Anchor, Code, Drawer, Group, ScrollArea, Stack, Text, Title } from '@mantine/core'
import { explorerPage } from '../../../shared/explorer.ts'
import { familyOf } from '../../../shared/families.ts'
import { ownAddressOf } from '../../../shared/token-names.ts'
import { useAppState } from '../api/context.tsx'
import { readMetadata, type WalletNft } from '../api/nfts.ts'
import { Address } from '../ui/address.tsx'
import { Allowed } from '../ui/allowed.tsx'
import { Copy } from '../ui/copy.tsx'
import { TraitList } from '../ui/media/trait-list.tsx'
import { BurnButton } from './burn-button.tsx'
import { LargeMedia } from './large-media.tsx'
import classes from './nft-drawer.module.css'
import { NftHistory } from './nft-history.tsx'
import { TransferButton } from './transfer-button.tsx'

export interface NftDrawerProps {
  nft: WalletNft | null
  /** The address that holds it, where that is known. */
  holder: string | null
  /** The beginning of an asset id's page in an explorer, where its chain has asset ids. */
  assetPages?: string | null
  onClose(): void
}

/** One NFT in full; closed while `nft` is null. */
export function NftDrawer({ nft, onClose, ...of }: NftDrawerProps) {
  return (
    <Drawer opened={nft !== null} onClose={onClose} position="right" size={480} title="NFT">
      {nft && <Details nft={nft} onClose={onClose} {...of} />}
    </Drawer>
  )
}

function Details({ nft, holder, assetPages = null, onClose }: NftDrawerProps & { nft: WalletNft }) {
  const { data: state } = useAppState()
  const metadata = readMetadata(nft.metadata)
  const network = state?.networks.find(({ chain }) => chain === nft.chain)
  const address = ownAddressOf(nft)
  const { words } = familyOf(nft.chain)
  const json = JSON.stringify(nft.metadata, null, 2) ?? ''
  return (
    <Stack gap="md">
      <div className={classes.media}>
        <LargeMedia
          image={nft.media?.image ?? metadata.image}
          animation={nft.media?.animation ?? metadata.animation_url}
          name={metadata.name}
        />
      </div>
      <div>
        <Title order={2} className="breakable" dir="auto">
          {metadata.name === '' ? 'Without a name' : metadata.name}
        </Title>
        <Text c="dimmed" className="breakable" dir="auto">
          {metadata.collection.name}
        </Text>
      </div>
      {metadata.description !== '' && (
        <Text className="breakable" dir="auto">
          {metadata.description}
        </Text>
      )}
      <TraitList traits={metadata.attributes} />
      <dl className={classes.facts}>
        {nft.contractAddress !== undefined && (
          <div>
            <dt>Contract</dt>
            <dd>
              <Address
                address={nft.contractAddress}
                what="contract address"
                explorer={explorerPage(network, 'address', nft.contractAddress)}
              />
            </dd>
          </div>
        )}
        {nft.tokenId !== undefined && (
          <div>
            <dt>Token id</dt>
            <dd>{nft.tokenId}</dd>
          </div>
        )}
        {address !== undefined && (
          <div>
            <dt>{words.token}</dt>
            <dd>
              <Address
                address={address}
                what={words.token.toLowerCase()}
                identicon={false}
                explorer={explorerPage(network, 'address', address)}
              />
            </dd>
          </div>
        )}
        {nft.assetId !== undefined && (
          <div>
            <dt>Asset id</dt>
            <dd>
              <Address
                address={nft.assetId}
                what="asset id"
                identicon={false}
                explorer={assetPages === null ? null : `${assetPages}${nft.assetId}`}
              />
            </dd>
          </div>
        )}
        <div>
          <dt>Full id of the NFT</dt>
          <dd>
            <Group gap={4} wrap="nowrap">
              <Text className="mono breakable">{nft.locator}</Text>
              <Copy value={nft.locator} what="full id" />
            </Group>
          </dd>
        </div>
        {/^https?:\/\//i.test(metadata.external_url) && (
          <div>
            <dt>Page</dt>
            <dd>
              <Anchor href={metadata.external_url} target="_blank" rel="noreferrer" className="breakable">
                {metadata.external_url}
              </Anchor>
            </dd>
          </div>
        )}
      </dl>
      <Allowed right="mint">
        <Group gap="xs">
          {holder !== null && <TransferButton nft={nft} holder={holder} onMoving={onClose} />}
          <BurnButton nft={nft} onBurning={onClose} />
        </Group>
      </Allowed>
      <NftHistory nft={nft} />
      <div>
        <Group justify="space-between">
          <Title order={3}>Metadata</Title>
          <Copy value={json} what="metadata" />
        </Group>
        <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Metadata' }}>
          <Code block>{json}</Code>
        </ScrollArea.Autosize>
      </div>
    </Stack>
  )
}
