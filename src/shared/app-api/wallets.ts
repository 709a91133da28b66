import { z } from 'zod'

/**
 * `GET /app/wallets/search?q=<anything>`: the wallets that the text can name, best match first: an address of some chain, a locator, a
 * name (`nick.eth`; live projects), an e-mail address, a user id. The holdings come from `GET /api/2022-06-09/wallets/{locator}/nfts?page&perPage`.
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
  /** For a chain that is not in `state.networks`: the wallet's page in an explorer, and the prefix of asset pages. Otherwise null. */
  explorer: z.object({ wallet: z.string(), assets: z.string() }).nullable(),
})
export type WalletMeaning = z.infer<typeof walletMeaning>
export const walletSearch = z.object({ meanings: z.array(walletMeaning), message: z.string().nullable() })
/**
 * `GET /app/wallets`: wallets of the project's users, in pages; `next` is the `cursor` of the next page, with the other parameters unchanged.
 * Names break ties. `address` returns the wallets at that address, several where chains share it; the other parameters do not count then.
 */
export const projectWalletsQuery = z.object({
  /** Case-insensitive prefix of an e-mail address or a user id. */
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
  /** NFTs that the project ever minted to the user, by e-mail address or user id, each copy counted; later transfers do not matter. */
  nfts: z.int(),
})
export type ProjectWallet = z.infer<typeof projectWallet>
export const projectWallets = z.object({ wallets: z.array(projectWallet), next: z.string().nullable() })
export type WalletSort = z.infer<typeof projectWalletsQuery>['sort']

/**
 * `GET /app/wallets/{locator}/scan` → `walletScan`: the progress of the scan for what a wallet holds. `POST` starts or resumes it,
 * `POST …/pause` pauses it, `DELETE` discards it. Practice networks are always scanned.
 */
export const walletScan = z.object({
  chain: z.string(),
  /** 0x-hex in lower case. */
  address: z.string(),
  /** `none`: never started; `done`: it catches up whenever the wallet is viewed; `failed`: `message` says why. */
  state: z.enum(['none', 'running', 'paused', 'failed', 'done']),
  /** The last block that was read. */
  through: z.int(),
  /** The newest block, if it was fetched recently. */
  head: z.int().nullable(),
  /** Tokens that the wallet is not known to have lost, by whatever was read; those found by a discarded scan are included. */
  found: z.int(),
  message: z.string().nullable(),
})
export type WalletScan = z.infer<typeof walletScan>

/**
 * `GET /app/saved-wallets`: wallets that a person named, sorted by name. `PUT /app/saved-wallets/{locator}` with `savedWalletName` sets a
 * name, `DELETE` removes it; both answer the list.
 */
export const savedWallets = z.array(z.object({ locator: z.string(), name: z.string() }))
export const savedWalletName = z.object({ name: z.string().trim().min(1).max(80) })
