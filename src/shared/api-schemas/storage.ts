/** The storage of live projects, as sent to the window and the command line: never with its secret. */
import { z } from 'zod'

/**
 * `kubo`: an IPFS node, or a service with Kubo's RPC; `filebase`, `pinata`: hosted; `s3`: a bucket with a public address; `folder`: files
 * that the person uploads to a web address of their own; `arweave`: through Turbo.
 */
export const storageKinds = ['kubo', 'filebase', 'pinata', 's3', 'folder', 'arweave'] as const
export type StorageKind = (typeof storageKinds)[number]

/** The scheme of metadata URIs: `https`, the public address itself; `ipfs`, if that address is an IPFS gateway. */
export const uriForms = ['https', 'ipfs'] as const
export type UriForm = (typeof uriForms)[number]

/** The answer of `GET`, `PUT` and `DELETE /app/storage`. */
export const storageState = z.object({
  service: z
    .object({
      kind: z.enum(storageKinds),
      /** The URL of its API; for `folder`, the folder on this computer. */
      url: z.string(),
      /** The kind of credential; the secret itself stays in the database. */
      auth: z.enum(['none', 'bearer', 'basic', 'key', 'seed']),
      /** "Kubo 0.39.0" */
      version: z.string(),
      /** The number of files and folders that it is known to keep. */
      pinned: z.int(),
      /** The prefix of a CID (on Arweave, of an id) in the URIs of NFTs: `ipfs://`, or `https://…/`. */
      uriPrefix: z.string(),
      /** The public URL of its content; null if that is IPFS. */
      publicUrl: z.string().nullable(),
      bucket: z.object({ name: z.string(), region: z.string(), accessKeyId: z.string() }).nullable(),
    })
    .nullable(),
})
export type StorageState = z.infer<typeof storageState>

const address = z.string().min(1).max(2_000)
const secret = z.string().max(10_000)
const shown = { publicUrl: address, uris: z.enum(uriForms) }

/** `PUT /app/storage`: tests the service and sets it. An absent secret keeps the one set for the same place. */
export const storageRequest = z.discriminatedUnion('kind', [
  /** `auth`: `bearer:<token>`, `basic:<user>:<password>`, '' for none. */
  z.object({ kind: z.literal('kubo'), url: z.string().max(2_000), auth: secret.optional() }),
  /** `url`: instead of the service's own address. */
  z.object({ kind: z.literal('filebase'), token: secret.optional(), url: address.optional() }),
  z.object({ kind: z.literal('pinata'), token: secret.optional(), url: address.optional() }),
  z.object({
    kind: z.literal('s3'),
    url: address,
    bucket: z.string().min(1).max(255),
    region: z.string().min(1).max(100),
    accessKeyId: z.string().min(1).max(1_000),
    secretAccessKey: secret.optional(),
    ...shown,
  }),
  z.object({ kind: z.literal('folder'), path: address, ...shown }),
  /** An account derived from the seed signs the uploads, so the vault must be unlocked. */
  z.object({ kind: z.literal('arweave'), url: address.optional() }),
])
export type StorageRequest = z.infer<typeof storageRequest>

/** `POST /app/storage/test` */
export const storageTest = z.object({
  /** For people: "the IPFS node at http://127.0.0.1:5001". */
  name: z.string(),
  version: z.string(),
  latencyMs: z.int(),
})
export type StorageTest = z.infer<typeof storageTest>
