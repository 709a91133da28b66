import { z } from 'zod'

/**
 * `GET /app/wallets/search?q=<anything>`: what the text can mean, best first: an address of some chain, a locator, an e-mail
 * address, a user id. The holdings come from `GET /api/2022-06-09/wallets/{locator}/nfts?page&perPage`.
 */
export const walletMeaning = z.object({
  kind: z.enum(['address', 'email', 'userId']),
  chain: z.string(),
  chainLabel: z.string(),
  locator: z.string(),
  address: z.string(),
  /** For a person: "Polygon address", "Wallet of ada@example.com on Polygon". */
  description: z.string(),
  /** NFTs known to be held, own contracts. */
  count: z.int(),
})
export type WalletMeaning = z.infer<typeof walletMeaning>
export const walletSearch = z.object({ meanings: z.array(walletMeaning), message: z.string().nullable() })
/** `GET /app/wallets`: the project's own wallets by user. */
export const projectWallet = z.object({
  kind: z.enum(['email', 'userId']),
  user: z.string(),
  chain: z.string(),
  address: z.string(),
  locator: z.string(),
})
export const projectWallets = z.array(projectWallet)
