import type { StorageKind, StorageRequest, UriForm } from '../../shared/api-schemas/storage.ts'
import { CommandError } from '../failure.ts'

/** The options of `storage set`, beside the kind and the place. */
export interface StorageOptions {
  auth?: string
  bucket?: string
  region?: string
  keyId?: string
  publicUrl?: string
  uris?: UriForm
}

/**
 * The request to the core.
 * @param place the address, or the folder; undefined if the service has only one address
 * @param secret the credential; undefined keeps the stored one
 * @throws CommandError `storage.options` that names what is missing
 */
export function storageRequestOf(
  kind: StorageKind,
  place: string | undefined,
  secret: string | undefined,
  { bucket, region = 'auto', keyId, publicUrl, uris = 'https' }: StorageOptions,
): StorageRequest {
  const url = place === undefined ? {} : { url: place }
  switch (kind) {
    case 'kubo':
      return { kind, url: needed(place, 'the address of its RPC, such as http://127.0.0.1:5001'), ...auth(secret) }
    case 'filebase':
    case 'pinata':
      return { kind, ...url, ...(secret === undefined ? {} : { token: secret }) }
    case 's3':
      return {
        kind,
        url: needed(place, 'the address of the service, such as https://<account>.r2.cloudflarestorage.com'),
        bucket: needed(bucket, '--bucket <name>'),
        region,
        accessKeyId: needed(keyId, '--key-id <access key id>'),
        publicUrl: needed(publicUrl, '--public-url <address where everybody reads the bucket>'),
        uris,
        ...(secret === undefined ? {} : { secretAccessKey: secret }),
      }
    case 'arweave':
      return { kind, ...url }
    case 'folder':
      return {
        kind,
        path: needed(place, 'the folder'),
        publicUrl: needed(publicUrl, '--public-url <address where the folder will be>'),
        uris,
      }
  }
}

function auth(secret: string | undefined): { auth?: string } {
  return secret === undefined ? {} : { auth: secret }
}

function needed(given: string | undefined, what: string): string {
  if (given !== undefined && given !== '') return given
  throw new CommandError('storage.options', `Give ${what}, too.`)
}
