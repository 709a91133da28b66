import { z } from 'zod'
import type { AddressedNftAnswer } from '../../../../shared/api-schemas/wallets.ts'
import { tokenField } from '../../../../shared/token-names.ts'
import type { OtherAsset } from '../../../holdings/assets.ts'
import { nothingShown, readForeign, type ShownMetadata } from '../../../holdings/foreign-metadata.ts'
import { contentPath } from '../../../lib/uri-prefix.ts'
import { shownOf } from '../../../store/collections/settings.ts'
import type { TokenMint } from '../../../store/holdings/token-holdings.ts'
import type { CoreContext } from '../../http/context.ts'

/** A wallet's NFTs as the API answers them. For NFTs of others the metadata is what their URI serves, or only their name on chain. */
export async function addressedNftsOf(
  { holdings, content }: Pick<CoreContext, 'holdings' | 'content'>,
  chain: string,
  held: readonly (TokenMint | OtherAsset)[],
): Promise<AddressedNftAnswer[]> {
  const found = await holdings.metadata(held.map((one) => (isOther(one) ? one.uri : '')))
  return await Promise.all(
    held.map(async (one, place) =>
      isOther(one)
        ? otherNft(chain, one, found[place] ?? nothingShown)
        : ownNft(chain, one, (await knownOf(content, one)) ?? nothingShown),
    ),
  )
}

/** The filters of a request: an NFT's address takes the place of a contract's, and there are no token ids. */
export function addressesOf({ contractAddress, tokenId }: { contractAddress?: string[]; tokenId?: string[] }) {
  if (tokenId !== undefined) return []
  return contractAddress
}

function isOther(one: TokenMint | OtherAsset): one is OtherAsset {
  return 'collectionName' in one
}

function otherNft(
  chain: string,
  { address, name, collectionName }: OtherAsset,
  shown: Readonly<ShownMetadata>,
): AddressedNftAnswer {
  const collection = { name: collectionName, description: '', image: '' }
  return {
    ...{ chain, ...tokenField(chain, address) },
    metadata: { ...shown, name: shown.name || name, collection },
    locator: `${chain}:${address}`,
  }
}

function ownNft(chain: string, mint: TokenMint, shownOfIt: Readonly<ShownMetadata>): AddressedNftAnswer {
  const { name } = JSON.parse(mint.collection_metadata) as Record<string, string>
  const { description, imageUrl } = shownOf({ metadata: mint.collection_metadata, settled: mint.collection_settled })
  const address = mint.token_address ?? ''
  const collection = { name: name ?? '', description, image: imageUrl }
  return {
    ...{ chain, ...tokenField(chain, address) },
    metadata: { ...shownOfIt, collection },
    locator: `${chain}:${address}`,
  }
}

/** The latest metadata of a mint, with the copies of its linked files, which anybody can read. Null where it is hosted. */
async function knownOf(
  content: CoreContext['content'],
  { json, update_work: work }: TokenMint,
): Promise<ShownMetadata | null> {
  if (work === null) return json === null ? null : readForeign(json)
  const { metadata, uri } = updated.parse(JSON.parse(work))
  const path = contentPath(uri)
  const stored = path === undefined ? undefined : await content.read(path)
  const written = stored && readForeign(new TextDecoder().decode(stored))
  if (written) return written
  return typeof metadata === 'string' || metadata === null ? null : readForeign(JSON.stringify(metadata))
}

const updated = z.object({ metadata: z.unknown(), uri: z.string().catch('') })
