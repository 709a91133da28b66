import { z } from 'zod'
import { text } from '../api-schemas/collections.ts'
import { nftAnswer } from '../api-schemas/nfts.ts'
import { pathText } from '../nft-metadata.ts'
import { money, time } from './units.ts'

/** What a collection's own metadata says beside its name (ERC-7572); '' for what it leaves out. */
export const collectionShown = z.object({
  description: z.string(),
  imageUrl: z.string(),
  bannerUrl: z.string(),
  /** A page about it. */
  link: z.string(),
})
export type CollectionShown = z.infer<typeof collectionShown>

/** Ours: longer ones do not come from anybody's address bar. */
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

/** `PATCH /app/collections/{id}/metadata` → `changeStarted`. What is left out stays; '' takes it away. `POST /app/pictures` keeps a file as `ipfs://`. */
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

/** A change that was accepted, by its action. */
export const changeStarted = z.object({ actionId: z.string() })

/** `GET /app/collections/{id}/metadata/fee`: about what a change of it costs now; null before the collection is on chain, and while its network is not up. */
export const changeFee = z.object({ fee: money.nullable() })

/** `GET /app/collections`: the collections with what the window needs beyond `/api`. */
export const collectionSummary = z.object({
  id: z.string(),
  chain: z.string(),
  chainLabel: z.string(),
  /** As the chain has it. */
  metadata: collectionShown.extend({ name: z.string(), symbol: z.string() }),
  /** For a mosaic where `imageUrl` is empty: up to four different pictures of its NFTs, as `mintAddress` names them. */
  pictures: z.array(z.string()),
  fungibility: z.enum(['non-fungible', 'semi-fungible']),
  contractKind: z.string(),
  contractAddress: z.string().nullable(),
  /** Whether the contract is on chain already; it is deployed with the first mint or at creation. */
  deployed: z.boolean(),
  /** On chain, what strangers have bought included. */
  minted: z.int(),
  /** Of those, bought by strangers. */
  purchased: z.int(),
  /** Accepted and not yet settled. */
  pending: z.int(),
  supplyLimit: z.int().nullable(),
  /** Why nothing can be minted into it now (default-solana until Solana is there); null when it can. */
  unavailable: z.string().nullable(),
  /** Whether it was stopped for a reason that a person decides about: `POST /app/collections/{id}/resume` lets it go on. */
  halted: z.boolean(),
  /** Whether another copy of Mintdesk mints into it: `POST /app/collections/{id}/take-over` lets this one go on. */
  otherWriter: z.boolean(),
  createdAt: time,
})
export type CollectionSummary = z.infer<typeof collectionSummary>

/** One change of a collection that was asked for. */
export const collectionChange = z.object({
  actionId: z.string(),
  /** `supplyLimit`, `payments`, `royalties`, `baseURI`, `transferable`, `metadata`. */
  what: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  /** Why it failed; null else. */
  error: z.string().nullable(),
  startedAt: time,
})

/** `GET /app/mint-prices?chain=`: what a mint would cost now, by kind of contract; null while the network is not up. */
export const mintPrices = z.object({
  /** By the kind's name; of kinds whose fees are paid by weight. */
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
  /** What Mintdesk did with it, oldest first; of a copy of a template nothing, since all of its copies are one token. */
  history: z.array(
    z.object({ what: z.enum(['minted', 'changed', 'moved', 'burnt']), at: time, txHash: z.string().nullable() }),
  ),
})
export type LocatedNft = z.infer<typeof locatedNft>

/** What can be changed of a collection on its chain, beside what it shows. */
const collectionTerms = z.object({
  supplyLimit: z.int().nullable(),
  payments: z
    .object({
      price: z.string(),
      recipientAddress: z.string(),
      currency: z.string(),
      /** How many can still be bought; absent without bound. */
      saleSupply: z.int().optional(),
    })
    .nullable(),
  royalties: z.object({ address: z.string(), basisPoints: z.int() }).nullable(),
  baseUri: z.string().nullable(),
  transferable: z.boolean(),
})
export type CollectionTerms = z.infer<typeof collectionTerms>

/** `GET /app/collections/{id}/settings`: what can be changed on chain, as the chain has it, and the last changes, newest first. */
export const collectionDetails = collectionTerms.extend({
  /** The same once every change is done that was asked for: what is changed next is not to undo what is on its way. */
  wanted: collectionTerms,
  metadata: collectionShown,
  /** The same once every change is done that was asked for. */
  metadataWanted: collectionShown,
  purchased: z.int(),
  /** The chain's own coin. */
  currency: z.string(),
  /** What the contract can do beside a supply limit and royalties: `payments`, `base-uri`, `transferable`, `metadata`, `transfer-by-signature`. */
  features: z.array(z.string()),
  changes: z.array(collectionChange),
})
export type CollectionDetails = z.infer<typeof collectionDetails>

/** `GET /app/collections/{id}/nfts` with `collectionNftQuery` → `collectionNfts`: its NFTs, oldest first, or those that a text finds. */
export const collectionNftQuery = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(60),
  /** A part of a name, recipient, id or trait, or a token id. */
  search: z.string().max(200).default(''),
})
export const collectionNft = z.object({
  nft: nftAnswer,
  recipient: z.string(),
  /** As `mintAddress` names them. */
  picture: z.string(),
  animation: z.string(),
})
export type CollectionNft = z.infer<typeof collectionNft>
/** `whole`: false where more were found than are listed. */
export const collectionNfts = z.object({ total: z.int(), whole: z.boolean(), rows: z.array(collectionNft) })
