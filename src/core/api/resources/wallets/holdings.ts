import { checksumEvmDigits } from '../../../../shared/address.ts'
import type { WalletNftAnswer } from '../../../../shared/api-schemas/wallets.ts'
import type { Project } from '../../../../shared/app-api.ts'
import { familyOf } from '../../../../shared/families.ts'
import { nothingShown, readForeign, type ShownMetadata, withTokenId } from '../../../holdings/foreign-metadata.ts'
import type { HeldNft } from '../../../holdings/list.ts'
import type { Wallet } from '../../../holdings/read-events.ts'
import { contentPath } from '../../../lib/uri-prefix.ts'
import { type CollectionRow, deployedContracts } from '../../../store/collections/collections.ts'
import { nftsByTokens } from '../../../store/collections/nfts.ts'
import { templateOfToken } from '../../../store/collections/templates.ts'
import type { CoreContext } from '../../http/context.ts'
import { metadataNow } from '../collections/view.ts'
import { metadataOfNft } from '../nfts/view.ts'

type Used = Pick<CoreContext, 'db' | 'content' | 'holdings'>

/** The wallet at an address, on networks of the project's kind. */
export function walletAt(project: Project, chain: string, address: string): Wallet {
  return { kind: project.kind, chain, address: familyOf(chain).caselessAddresses ? address.toLowerCase() : address }
}

/** The filters of a request. Text that is no contract address, or no token id, matches nothing. */
export function filterOf({ contractAddress, tokenId }: { contractAddress?: string[]; tokenId?: string[] }) {
  return {
    ...(contractAddress && {
      contracts: contractAddress.map((text) => text.toLowerCase()).filter((text) => /^0x[0-9a-f]{40}$/.test(text)),
    }),
    ...(tokenId && { tokenIds: tokenId.filter((text) => /^\d{1,78}$/.test(text) && BigInt(text) < 2n ** 256n) }),
  }
}

/**
 * A wallet's NFTs as the API answers them. For our own collections the metadata is that of the token's URI, or else the journal's; for others
 * it is what their URI serves, or empty.
 */
export async function walletNftsOf(
  context: Used,
  { kind, chain }: Wallet,
  held: readonly HeldNft[],
): Promise<WalletNftAnswer[]> {
  const collections = new Map(
    (await deployedContracts(context.db, kind, chain)).map((row) => [row.contract_address.toLowerCase(), row]),
  )
  const known = await Promise.all(
    held.map(async (nft) => {
      const collection = collections.get(nft.contract)
      return collection ? await ownMetadata(context, nft, collection) : null
    }),
  )
  const asked = held.map((nft, place) => (known[place] ? '' : withTokenId(nft.uri, nft.tokenId)))
  const found = await context.holdings.metadata(asked)
  return held.map(({ contract, tokenId, standard, quantity, contractName }, place): WalletNftAnswer => {
    const collection = collections.get(contract)
    const own = collection && metadataNow(collection)
    const contractAddress = checksumEvmDigits(contract.slice(2))
    return {
      chain,
      contractAddress,
      tokenId,
      metadata: {
        ...(known[place] ?? found[place] ?? nothingShown),
        collection: own
          ? { name: own.name, description: own.description, image: own.imageUrl }
          : { name: contractName, description: '', image: '' },
      },
      locator: `${chain}:${contractAddress}:${tokenId}`,
      tokenStandard: standard,
      ...(standard === 'erc-1155' ? { quantity } : {}),
    }
  })
}

/** Null: its metadata is not stored here. */
async function ownMetadata(
  { db, content }: Used,
  { uri, tokenId }: HeldNft,
  collection: CollectionRow,
): Promise<ShownMetadata | null> {
  const path = contentPath(uri)
  const stored = path === undefined ? undefined : await content.read(path)
  const written = stored && readForeign(new TextDecoder().decode(stored))
  if (written) return written
  const given = await givenMetadata(db, collection, Number(tokenId))
  return typeof given === 'object' && given !== null ? readForeign(JSON.stringify(given)) : null
}

/** The metadata with which the token was minted or last updated, as it was given. */
async function givenMetadata(db: CoreContext['db'], collection: CollectionRow, tokenId: number): Promise<unknown> {
  if (collection.fungibility === 'semi-fungible') {
    const template = await templateOfToken(db, collection.pk, tokenId)
    return template?.json == null ? undefined : JSON.parse(template.json)
  }
  const [row] = await nftsByTokens(db, collection.pk, [tokenId])
  return row && metadataOfNft(row, collection)
}
