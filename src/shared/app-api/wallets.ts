import { z } from 'zod'

/**
 * `GET /app/wallets/search?q=<anything>`: what the text can mean, best first: an address of some chain, a locator, a name
 * (`nick.eth`; live projects), an e-mail address, a user id. The holdings come from `GET /api/2022-06-09/wallets/{locator}/nfts?page&perPage`.
 */
export const walletMeaning = z.object({
  kind: z.enum(['address', 'email', 'userId']),
  chain: z.string(),
  chainLabel: z.string(),
  locator: z.string(),
  address: z.string(),
  /** For a person: "Polygon address", "nick.eth on Polygon", "Wallet of ada@example.com on Polygon". */
  description: z.string(),
  /** NFTs known to be held. */
  count: z.int(),
  /** In the explorer of a chain that is none of `state.networks`: the wallet's page, and what the page of an asset begins with. Else null. */
  explorer: z.object({ wallet: z.string(), assets: z.string() }).nullable(),
})
export type WalletMeaning = z.infer<typeof walletMeaning>
export const walletSearch = z.object({ meanings: z.array(walletMeaning), message: z.string().nullable() })
/**
 * `GET /app/wallets`: wallets of the project's own users, page by page; `next` is the `cursor` of the page behind, with all else as it was. Of the
 * same time or number, names decide. `address` asks whose wallet that is, and for nothing else.
 */
export const projectWalletsQuery = z.object({
  /** What an e-mail address or a user id begins with; capitals are the same as small letters. */
  search: z.string().trim().max(300).default(''),
  sort: z.enum(['name', 'created', 'nfts']).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
  cursor: z.string().max(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  address: z.string().max(200).optional(),
})
export const projectWallet = z.object({
  kind: z.enum(['email', 'userId']),
  user: z.string(),
  chain: z.string(),
  address: z.string(),
  locator: z.string(),
  createdAt: z.iso.datetime(),
  /** How many the project minted to the user, by e-mail address or user id; copies one by one. What became of them later changes nothing. */
  nfts: z.int(),
})
export type ProjectWallet = z.infer<typeof projectWallet>
export const projectWallets = z.object({ wallets: z.array(projectWallet), next: z.string().nullable() })
export type WalletSort = z.infer<typeof projectWalletsQuery>['sort']

/**
 * `GET /app/wallets/{locator}/scan` → `walletScan`: how far the whole network was looked through for what a wallet holds. `POST` begins it or
 * takes it up again, `POST …/pause` stops it where it is, `DELETE` forgets it. Practice networks are always looked through.
 */
export const walletScan = z.object({
  chain: z.string(),
  /** 0x-hex in lower case. */
  address: z.string(),
  /** `none`: never begun; `done`: it goes on by itself whenever the wallet is looked at; `failed` says why. */
  state: z.enum(['none', 'running', 'paused', 'failed', 'done']),
  /** The last block that was read. */
  through: z.int(),
  /** The newest block, where it was asked for lately. */
  head: z.int().nullable(),
  /** Tokens that the wallet is known to have now, by whatever was read. */
  found: z.int(),
  message: z.string().nullable(),
})
export type WalletScan = z.infer<typeof walletScan>

/**
 * `GET /app/saved-wallets`: wallets that a person gave names to, by name. `PUT /app/saved-wallets/{locator}` with `savedWalletName` gives one,
 * `DELETE` takes it away; both answer the list.
 */
export const savedWallets = z.array(z.object({ locator: z.string(), name: z.string() }))
export const savedWalletName = z.object({ name: z.string().trim().min(1).max(80) })
