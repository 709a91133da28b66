import type { StorageKind, StorageState } from '../api-schemas/storage.ts'

/** The display name of each storage. */
export const storageNames: Readonly<Record<StorageKind, string>> = {
  kubo: 'IPFS node (Kubo)',
  filebase: 'Filebase',
  pinata: 'Pinata',
  s3: 'S3 bucket with a public address',
  folder: 'Folder that you upload yourself',
  arweave: 'Arweave (Turbo), for Solana',
}

/** The display name of each kind of credential. */
export const letsInWith = {
  none: 'nothing',
  bearer: 'a token',
  basic: 'user and password',
  key: 'an access key',
  seed: 'a key of your seed',
} as const

/** A sentence about the metadata URIs of NFTs that use this storage. */
export function addressesOf({ kind, uriPrefix }: NonNullable<StorageState['service']>): string {
  if (kind === 'arweave')
    return `New collections name their metadata at ${uriPrefix}<id>; any gateway of Arweave serves it.`
  return uriPrefix === 'ipfs://'
    ? 'New collections name their metadata by ipfs://.'
    : `New collections name their metadata at ${uriPrefix} for good: keep that address.`
}
