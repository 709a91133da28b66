import { z } from 'zod'
import { text } from '../api-schemas/collections.ts'
import { nftAnswer } from '../api-schemas/nfts.ts'
import { pathText } from '../nft-metadata.ts'
import { money, time } from './units.ts'
import { waitsFor } from './waiting.ts'

/** A collection's own metadata (ERC-7572) except its name; '' for absent fields. */
export const collectionShown = z.object({
  description: z.string(),
  imageUrl: z.string(),
  bannerUrl: z.string(),
  /** URL of a page about the collection. */
  link: z.string(),
})
export type CollectionShown = z.infer<typeof collectionShown>

/** Ours, characters: no browser's address bar yields longer addresses. */
const longestAddress = 2_000

function address(schemes: readonly string[], cure: string) {
  const isOne = (given: string): boolean =>
    schemes.some((scheme) => given.toLowerCase().startsWith(scheme) && given.length > scheme.length) &&
    !/\s/.test(given) &&
    (!/^https?:/i.test(given) || URL.canParse(given))
  return text(longestAddress)
    .transform((given) => given.trim())
    .refine((given) => given === '' || isOne(given), {
      error: ({ path = [] }) =>
        `${pathText(path)} is no address that is taken here: ${cure}, or leave it empty for none.`,
    })
    .optional()
}

const pictureAddress = address(
  ['https://', 'ipfs://', 'ar://'],
  'choose a file, or give an address that begins with https:// or ipfs://',
)

/** `PATCH /app/collections/{id}/metadata` → `changeStarted`. Absent fields stay; '' removes one. `POST /app/pictures` stores a file as `ipfs://`. */
export const collectionShownPatch = z
  .object({
    description: text(100_000).optional(),
    imageUrl: pictureAddress,
    bannerUrl: pictureAddress,
    link: address(['https://', 'http://'], 'give one that begins with https://'),
  })
  .refine((patch) => Object.values(patch).some((one) => one !== undefined), {
    error: 'The body names nothing to change: give description, imageUrl, bannerUrl or link.',
  })
export type CollectionShownPatch = z.output<typeof collectionShownPatch>

/** The action of an accepted change. */
export const changeStarted = z.object({ actionId: z.string() })

/** `GET /app/collections/{id}/metadata/fee`: the estimated fee of a change now; null before deployment and while the network is not up. */
export const changeFee = z.object({ fee: money.nullable() })

/** `GET /app/collections`: the collections with what the window needs beyond `/api`. */
export const collectionSummary = z.object({
  id: z.string(),
  chain: z.string(),
  chainLabel: z.string(),
  /** The metadata as it is on chain. */
  metadata: collectionShown.extend({ name: z.string(), symbol: z.string() }),
  /** For a mosaic if `imageUrl` is empty: up to four different pictures of its NFTs, in the form of `mintAddress`. */
  pictures: z.array(z.string()),
  fungibility: z.enum(['non-fungible', 'semi-fungible']),
  contractKind: z.string(),
  contractAddress: z.string().nullable(),
  /** Whether the contract is on chain; it is deployed with the first mint or at creation. */
  deployed: z.boolean(),
  /** NFTs on chain, including those that others bought. */
  minted: z.int(),
  /** Of those, bought by others. */
  purchased: z.int(),
  /** Mints that are accepted and not yet settled. */
  pending: z.int(),
  supplyLimit: z.int().nullable(),
  /** Why nothing can be minted into it now (default-solana until Solana is there); null when it can. */
  unavailable: z.string().nullable(),
  /** Why its pending mints and changes do not go on now, and what they wait for; null while they do, or where nothing is pending. */
  notice: z.string().nullable(),
  waitsFor: waitsFor.nullable(),
  /** Whether the collection is halted until a person decides: `POST /app/collections/{id}/resume` lets it continue. */
  halted: z.boolean(),
  /** Whether another copy of Mintdesk mints into it: `POST /app/collections/{id}/take-over` lets this copy continue. */
  otherWriter: z.boolean(),
  createdAt: time,
})
export type CollectionSummary = z.infer<typeof collectionSummary>

/** One requested change of a collection. */
export const collectionChange = z.object({
  actionId: z.string(),
  /** `supplyLimit`, `payments`, `royalties`, `baseURI`, `transferable`, `metadata`. */
  what: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  /** Why it failed; null else. */
  error: z.string().nullable(),
  startedAt: time,
})

/** `GET /app/mint-prices?chain=`: the present cost of a mint, by kind of contract; null while the network is not up. */
export const mintPrices = z.object({
  /** By the kind's name; only kinds whose fees are paid by weight. */
  kinds: z.record(z.string(), money.nullable()),
})

/**
 * `GET /app/nfts/{locator}`: an NFT of the project by `<chain>:<contract>:<tokenId>`, on Solana and Aptos `<chain>:<address of the token>`.
 */
export const locatedNft = z.object({
  collectionId: z.string(),
  id: z.string(),
  /** Whether a wallet of the project holds it. */
  burnable: z.boolean(),
  /** What Mintdesk did with it, oldest first; empty for a copy of a template, since all copies are the same token. */
  history: z.array(
    z.object({ what: z.enum(['minted', 'changed', 'moved', 'burnt']), at: time, txHash: z.string().nullable() }),
  ),
})
export type LocatedNft = z.infer<typeof locatedNft>

/** The on-chain settings of a collection that can be changed, except its metadata. */
const collectionTerms = z.object({
  supplyLimit: z.int().nullable(),
  payments: z
    .object({
      price: z.string(),
      recipientAddress: z.string(),
      currency: z.string(),
      /** How many tokens can still be bought; absent: no limit. */
      saleSupply: z.int().optional(),
    })
    .nullable(),
  royalties: z.object({ address: z.string(), basisPoints: z.int() }).nullable(),
  baseUri: z.string().nullable(),
  transferable: z.boolean(),
})
export type CollectionTerms = z.infer<typeof collectionTerms>

/** `GET /app/collections/{id}/settings`: the present on-chain settings that can be changed, and the last changes, newest first. */
export const collectionDetails = collectionTerms.extend({
  /** The settings after all pending changes; the next change starts from these, so that it does not undo a pending one. */
  wanted: collectionTerms,
  metadata: collectionShown,
  /** `metadata` after all pending changes. */
  metadataWanted: collectionShown,
  purchased: z.int(),
  /** The chain's own coin. */
  currency: z.string(),
  /** The contract's features besides supply limit and royalties: `payments`, `base-uri`, `transferable`, `metadata`, `transfer-by-signature`. */
  features: z.array(z.string()),
  changes: z.array(collectionChange),
})
export type CollectionDetails = z.infer<typeof collectionDetails>

/** `GET /app/collections/{id}/nfts` with `collectionNftQuery` → `collectionNfts`: its NFTs, oldest first, or those that match `search`. */
export const collectionNftQuery = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(60),
  /** A part of a name, recipient, id or trait, or a token id. */
  search: z.string().max(200).default(''),
})
export const collectionNft = z.object({
  nft: nftAnswer,
  recipient: z.string(),
  /** In the form of `mintAddress`. */
  picture: z.string(),
  animation: z.string(),
})
export type CollectionNft = z.infer<typeof collectionNft>
/** `whole`: false if more NFTs match than are listed. */
export const collectionNfts = z.object({ total: z.int(), whole: z.boolean(), rows: z.array(collectionNft) })
