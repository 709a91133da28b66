import { z } from 'zod'
import type { WalletNftAnswer } from '../../shared/api-schemas/wallets.ts'
import type { Project } from '../../shared/app-api.ts'
import type { TokenUri } from '../chains/family.ts'
import type { CoreContext } from '../context.ts'
import { type CollectionRow, deployedContracts } from '../store/collections.ts'
import { nftsByTokens } from '../store/nfts.ts'
import { templateOfToken } from '../store/templates.ts'
import { metadataOf } from './contracts.ts'
import { metadataOfNft } from './nft-view.ts'

/** A token that a wallet holds, and the collection of ours it is of. */
export interface Holding {
  token: TokenUri & { quantity?: string }
  collection: CollectionRow
}

/** What an address holds of the app's own contracts on a chain, oldest collection first, then by token id. */
export async function holdingsOf(
  { db, chains }: Pick<CoreContext, 'db' | 'chains'>,
  project: Project,
  chain: string,
  address: string,
  filter: { contractAddress?: string[] | undefined; tokenId?: string[] | undefined } = {},
): Promise<Holding[]> {
  const wanted = filter.contractAddress && new Set(filter.contractAddress.map((contract) => contract.toLowerCase()))
  const collections = (await deployedContracts(db, project.kind, chain)).filter(
    ({ contract_address }) => wanted?.has(contract_address.toLowerCase()) ?? true,
  )
  if (collections.length === 0) return []
  const client = await chains.client(project.kind, chain)
  const contractsOf = (fungibility: CollectionRow['fungibility']) =>
    collections.filter((row) => row.fungibility === fungibility).map(({ contract_address }) => contract_address)
  const [single, copies] = await Promise.all([
    client.holdings(address, contractsOf('non-fungible')),
    client.copies?.holdings(address, contractsOf('semi-fungible')) ?? [],
  ])
  const places = new Map(collections.map(({ contract_address }, place) => [contract_address.toLowerCase(), place]))
  const placeOf = ({ contract }: TokenUri) => places.get(contract.toLowerCase()) ?? 0
  const tokens: Holding['token'][] = [...single, ...copies].sort((a, b) => placeOf(a) - placeOf(b))
  const byContract = new Map(collections.map((collection) => [collection.contract_address.toLowerCase(), collection]))
  const tokenIds = filter.tokenId && new Set(filter.tokenId)
  return tokens.flatMap((token) => {
    const collection = byContract.get(token.contract.toLowerCase())
    return collection && (tokenIds?.has(token.tokenId) ?? true) ? [{ token, collection }] : []
  })
}

/** Holdings as the API answers them, with their metadata: what the token's URI says, or else what the journal knows. */
export async function walletNftsOf(
  context: Pick<CoreContext, 'db' | 'content'>,
  chain: string,
  holdings: readonly Holding[],
): Promise<WalletNftAnswer[]> {
  return await Promise.all(
    holdings.map(async ({ token, collection }): Promise<WalletNftAnswer> => {
      const { name, description, imageUrl } = metadataOf(collection)
      const known = await metadataOfToken(context, token, collection)
      return {
        chain,
        contractAddress: token.contract,
        tokenId: token.tokenId,
        metadata: { ...known, collection: { name, description, image: imageUrl } },
        locator: `${chain}:${token.contract}:${token.tokenId}`,
        tokenStandard: collection.fungibility === 'semi-fungible' ? 'erc-1155' : 'erc-721',
        ...(token.quantity === undefined ? {} : { quantity: token.quantity }),
      }
    }),
  )
}

/** A stranger's metadata: fields of another kind than they should be count as absent. */
const shown = z.looseObject({
  name: z.string().catch(''),
  description: z.string().catch(''),
  image: z.string().catch(''),
  animation_url: z.string().catch(''),
  attributes: z.array(z.unknown()).catch([]),
})

async function metadataOfToken(
  { db, content }: Pick<CoreContext, 'db' | 'content'>,
  { uri, tokenId }: TokenUri,
  collection: CollectionRow,
): Promise<z.output<typeof shown>> {
  const stored = uri.startsWith('ipfs://') ? await content.read(uri.slice('ipfs://'.length)) : undefined
  const written = stored && jsonOf(stored)
  if (written) return shown.parse(written)
  const given = await givenMetadata(db, collection, Number(tokenId))
  return shown.parse(typeof given === 'object' && given !== null ? given : {})
}

/** What the token was minted or updated with, as it was given. */
async function givenMetadata(db: CoreContext['db'], collection: CollectionRow, tokenId: number): Promise<unknown> {
  if (collection.fungibility === 'semi-fungible') {
    const template = await templateOfToken(db, collection.pk, tokenId)
    return template?.json == null ? undefined : JSON.parse(template.json)
  }
  const [row] = await nftsByTokens(db, collection.pk, [tokenId])
  return row && metadataOfNft(row, collection)
}

function jsonOf(bytes: Uint8Array): object | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
