/** The storage of live projects, as the window and the command line see it: never with its secret. */
import { z } from 'zod'

/**
 * `kubo`: an IPFS node, or what speaks its RPC; `filebase`, `pinata`: hosted; `s3`: a bucket with a public address; `folder`: files that a
 * person uploads to an address of theirs; `arweave`: through Turbo.
 */
export const storageKinds = ['kubo', 'filebase', 'pinata', 's3', 'folder', 'arweave'] as const
export type StorageKind = (typeof storageKinds)[number]

/** What addresses of metadata begin with: `https`, the public address itself; `ipfs`, where that address is a gateway of IPFS. */
export const uriForms = ['https', 'ipfs'] as const
export type UriForm = (typeof uriForms)[number]

/** `GET /app/storage`, and the answer to `PUT` and `DELETE` of it. */
export const storageState = z.object({
  service: z
    .object({
      kind: z.enum(storageKinds),
      /** Where it is asked; of a folder, the folder on this computer. */
      url: z.string(),
      /** What lets in to it; the secret itself stays in the database. */
      auth: z.enum(['none', 'bearer', 'basic', 'key', 'seed']),
      /** "Kubo 0.39.0" */
      version: z.string(),
      /** Files and folders that it is known to keep. */
      pinned: z.int(),
      /** What goes before a CID in the addresses that NFTs name: `ipfs://`, or `https://…/`; on Arweave it stands before an id. */
      uriPrefix: z.string(),
      /** Where the world fetches what lies there; null where that is IPFS. */
      publicUrl: z.string().nullable(),
      bucket: z.object({ name: z.string(), region: z.string(), accessKeyId: z.string() }).nullable(),
    })
    .nullable(),
})
export type StorageState = z.infer<typeof storageState>

const address = z.string().min(1).max(2_000)
const secret = z.string().max(10_000)
const shown = { publicUrl: address, uris: z.enum(uriForms) }

/** `PUT /app/storage`: tests the service and sets it. A secret that is absent stays as it is set for the same place. */
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
  /** What is uploaded there is signed by an account of the seed: the vault must be unlocked. */
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
