import { z } from 'zod'

/**
 * `POST /app/signatures` → a text signed with the treasury's key, as marketplaces request it to verify who owns a collection: by EIP-191 on
 * EVM chains, on others as their wallets do. Such a signature is never a valid transaction. A live project with a vault needs its passphrase.
 * For persons, never for API keys.
 */
export const signatureRequest = z.object({
  chain: z.string(),
  message: z.string().min(1).max(4_000),
  passphrase: z.string().max(1_000).optional(),
})
export const signature = z.object({
  address: z.string(),
  /** What was signed: the text, on Aptos with the envelope that wallets put around it. */
  message: z.string(),
  signature: z.string(),
  /** The key to verify with, where the address does not determine it (Aptos); otherwise null. */
  publicKey: z.string().nullable(),
})
