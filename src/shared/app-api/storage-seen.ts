import { z } from 'zod'

/** `POST /app/storage/seen`: whether the world finds what the storage keeps. It asks public gateways, and may take 20 seconds. */
export const storageSeen = z.object({
  seen: z.boolean(),
  /** A sentence; with the cure where it is not seen. */
  said: z.string(),
  /** What was asked for. */
  uri: z.string(),
})
export type StorageSeen = z.infer<typeof storageSeen>
