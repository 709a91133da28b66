import { z } from 'zod'

/**
 * `POST /app/signatures` → a text signed with the key of the fee balance, as a market asks for it to see who owns a collection: by EIP-191 on EVM
 * chains, on others as their wallets do. It can be no transaction, and moves nothing. Of a live project that has a vault, with its passphrase. A
 * person's, never a key's.
 */
export const signatureRequest = z.object({
  chain: z.string(),
  message: z.string().min(1).max(4_000),
  passphrase: z.string().max(1_000).optional(),
})
export const signature = z.object({
  address: z.string(),
  /** What was signed: the text, or on Aptos what wallets put around it. */
  message: z.string(),
  signature: z.string(),
  /** Where the address does not tell with which key it is checked (Aptos); else null. */
  publicKey: z.string().nullable(),
})
