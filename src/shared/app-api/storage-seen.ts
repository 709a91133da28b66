import { z } from 'zod'

/** `POST /app/storage/seen`: whether the public can fetch what the storage keeps. It asks public gateways, and may take 20 seconds. */
export const storageSeen = z.object({
  seen: z.boolean(),
  /** The result in a sentence, with the remedy if it is not seen. */
  said: z.string(),
  /** The URI that was requested. */
  uri: z.string(),
})
export type StorageSeen = z.infer<typeof storageSeen>
