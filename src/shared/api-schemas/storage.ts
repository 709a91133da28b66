/** The pinning service of live projects, as the window and the command line see it: never with its secret. */
import { z } from 'zod'

/** `GET /app/storage`, and the answer to `PUT` and `DELETE` of it. */
export const storageState = z.object({
  service: z
    .object({
      kind: z.literal('kubo'),
      url: z.string(),
      /** What lets in to it; the secret itself stays in the database. */
      auth: z.enum(['none', 'bearer', 'basic']),
      /** "Kubo 0.39.0" */
      version: z.string(),
      /** Files and folders that it is known to keep. */
      pinned: z.int(),
    })
    .nullable(),
})
export type StorageState = z.infer<typeof storageState>

/**
 * `PUT /app/storage`: tests the service and sets it. `auth`: `bearer:<token>`, `basic:<user>:<password>`, '' for none; when it is
 * absent, what is set for the same address stays.
 */
export const storageRequest = z.object({
  kind: z.literal('kubo'),
  url: z.string().max(2_000),
  auth: z.string().max(10_000).optional(),
})
export type StorageRequest = z.infer<typeof storageRequest>

/** `POST /app/storage/test` */
export const storageTest = z.object({
  /** For people: "the IPFS node at http://127.0.0.1:5001". */
  name: z.string(),
  version: z.string(),
  latencyMs: z.int(),
})
export type StorageTest = z.infer<typeof storageTest>
