import type { StorageKind, StorageRequest, StorageState, UriForm } from '../../../../shared/api-schemas/storage.ts'

type Service = StorageState['service']
export type NodeAuth = 'none' | 'bearer' | 'basic'

export interface StorageDraft {
  kind: StorageKind
  /** For a node or a bucket. */
  url: string
  auth: NodeAuth
  user: string
  /** A token, password or secret as typed; never a stored one. */
  secret: string
  bucket: string
  region: string
  keyId: string
  folder: string
  publicUrl: string
  uris: UriForm
}

/** The first values of the form: the present setting, or the defaults. */
export function draftOf(service: Service): StorageDraft {
  const { kind = 'kubo', url = '', auth, bucket, publicUrl, uriPrefix } = service ?? {}
  return {
    kind,
    url: kind === 'kubo' ? url || 'http://127.0.0.1:5001' : kind === 's3' ? url : '',
    auth: auth === 'bearer' || auth === 'basic' ? auth : 'none',
    user: '',
    secret: '',
    bucket: bucket?.name ?? '',
    region: bucket?.region ?? 'auto',
    keyId: bucket?.accessKeyId ?? '',
    folder: kind === 'folder' ? url : '',
    publicUrl: publicUrl ?? '',
    uris: publicUrl != null && uriPrefix === 'ipfs://' ? 'ipfs' : 'https',
  }
}

/** Whether the stored secret, which never comes to the window, may stay. */
export function keepsSecret(draft: StorageDraft, service: Service): boolean {
  if (service === null || service.kind !== draft.kind || draft.secret !== '') return false
  if (draft.kind === 'kubo')
    return draft.auth !== 'none' && service.auth === draft.auth && service.url === draft.url.trim()
  if (draft.kind === 's3') return service.url === draft.url.trim() && service.bucket?.accessKeyId === draft.keyId.trim()
  return draft.kind !== 'folder' && draft.kind !== 'arweave'
}

/** The request to the core; null while something is missing. */
export function requestOf(draft: StorageDraft, service: Service): StorageRequest | null {
  const { kind, secret, uris, user } = draft
  const [url, bucket, region, accessKeyId, path, publicUrl] = [
    ...[draft.url, draft.bucket, draft.region, draft.keyId, draft.folder, draft.publicUrl],
  ].map((text) => text.trim())
  const stays = keepsSecret(draft, service)
  switch (kind) {
    case 'kubo': {
      if (!url || (draft.auth !== 'none' && !stays && secret === '')) return null
      if (draft.auth === 'basic' && !stays && user === '') return null
      const auth = draft.auth === 'none' ? '' : draft.auth === 'bearer' ? `bearer:${secret}` : `basic:${user}:${secret}`
      return { kind, url, ...(stays ? {} : { auth }) }
    }
    case 'filebase':
    case 'pinata':
      return stays ? { kind } : secret === '' ? null : { kind, token: secret }
    case 's3':
      if (!url || !bucket || !region || !accessKeyId || !publicUrl || (!stays && secret === '')) return null
      return { kind, url, bucket, region, accessKeyId, publicUrl, uris, ...(stays ? {} : { secretAccessKey: secret }) }
    case 'arweave':
      return { kind }
    case 'folder':
      return path && publicUrl ? { kind, path, publicUrl, uris } : null
  }
}
