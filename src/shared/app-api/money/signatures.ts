import { z } from 'zod'

/**
 * `POST /app/signatures` → a text signed with the key of the fee balance (EIP-191), as a market asks for it to see who owns a collection. It can
 * be no transaction, and moves nothing. Of a live project that has a vault, with its passphrase. A person's, never a key's.
 */
export const signatureRequest = z.object({
  chain: z.string(),
  message: z.string().min(1).max(4_000),
  passphrase: z.string().max(1_000).optional(),
})
export const signature = z.object({ address: z.string(), message: z.string(), signature: z.string() })
