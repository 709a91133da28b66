import { createHash } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { type StorageRequest, type StorageState, uriForms } from '../../shared/api-schemas/storage.ts'
import { arweavePrefix, ipfsPrefix } from '../lib/uri-prefix.ts'
import { PinningError } from './pinning.ts'

const known = { identity: z.string().nullable(), version: z.string() }
const shown = { publicUrl: z.string(), uris: z.enum(uriForms) }

/** The setting as the database stores it. */
export const storageSetting = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('kubo'), url: z.string(), auth: z.string().nullable(), ...known }),
  z.object({ kind: z.literal('filebase'), url: z.string(), token: z.string(), ...known }),
  /** `url` null: the service's own addresses. */
  z.object({ kind: z.literal('pinata'), url: z.string().nullable(), token: z.string(), ...known }),
  z.object({
    kind: z.literal('s3'),
    ...{ url: z.string(), bucket: z.string(), region: z.string() },
    ...{ accessKeyId: z.string(), secretAccessKey: z.string() },
    ...shown,
    ...known,
  }),
  z.object({ kind: z.literal('folder'), path: z.string(), ...shown, ...known }),
  /** `url` null: Turbo's own. `account`: base58; its key is derived from the seed and never stored. */
  z.object({ kind: z.literal('arweave'), url: z.string().nullable(), account: z.string(), ...known }),
])
export type StorageSetting = z.infer<typeof storageSetting>

/** The prefix of a CID in the addresses that NFTs name. */
export function uriPrefixOf(set: StorageSetting): string {
  if (set.kind === 'arweave') return arweavePrefix
  return 'uris' in set && set.uris === 'https' ? set.publicUrl : ipfsPrefix
}

/** The name under which the journal records the pins of a storage; another place has another name. */
export function pinsKeyOf(set: StorageSetting): string {
  switch (set.kind) {
    case 'kubo':
      return `kubo ${set.identity ?? set.url}`
    case 'filebase':
    case 'pinata':
      // A token belongs to one bucket, or one account.
      return `${set.kind} ${set.url ?? ''} ${createHash('sha256').update(set.token).digest('hex').slice(0, 16)}`
    case 's3':
      return `s3 ${set.url}/${set.bucket} ${set.publicUrl}`
    case 'folder':
      return `folder ${set.publicUrl}`
    case 'arweave':
      return `arweave ${set.url ?? ''} ${set.account}`
  }
}

/** The setting for the person, without its secret. */
export function shownSetting(set: StorageSetting): Omit<NonNullable<StorageState['service']>, 'pinned'> {
  const { kind, version } = set
  const common = { kind, version, uriPrefix: uriPrefixOf(set), publicUrl: null, bucket: null }
  switch (set.kind) {
    case 'kubo':
      return { ...common, url: set.url, auth: authKind(set.auth) }
    case 'filebase':
    case 'pinata':
      return { ...common, url: set.url ?? 'https://uploads.pinata.cloud/v3', auth: 'bearer' }
    case 's3': {
      const bucket = { name: set.bucket, region: set.region, accessKeyId: set.accessKeyId }
      return { ...common, url: set.url, auth: 'key', publicUrl: set.publicUrl, bucket }
    }
    case 'folder':
      return { ...common, url: set.path, auth: 'none', publicUrl: set.publicUrl }
    case 'arweave':
      return { ...common, url: set.url ?? 'https://upload.ardrive.io', auth: 'seed' }
  }
}

/**
 * The setting that a request asks for; where the request has no secret, that of the same place is kept.
 * @param arweaveAddress address of the account that signs for Arweave
 * @throws PinningError `storage.wrong`, `storage.refused` with the sentence and the cure
 */
export async function settingOf(
  request: StorageRequest,
  before: StorageSetting | undefined,
  arweaveAddress: () => string,
): Promise<StorageSetting> {
  const fresh = { identity: null, version: '' }
  switch (request.kind) {
    case 'kubo': {
      const { kuboUrl } = await import('./services/kubo.ts')
      const url = kuboUrl(request.url)
      const kept = before?.kind === 'kubo' && before.url === url ? before.auth : null
      return { kind: 'kubo', url, auth: request.auth === undefined ? kept : authOf(request.auth), ...fresh }
    }
    case 'filebase': {
      const { filebaseUrl } = await import('./services/filebase.ts')
      const url = request.url === undefined ? filebaseUrl : serviceUrl(request.url)
      const kept = before?.kind === 'filebase' && before.url === url ? before.token : undefined
      return { kind: 'filebase', url, token: secretOf(request.token, kept, 'the token of a bucket'), ...fresh }
    }
    case 'pinata': {
      const url = request.url === undefined ? null : serviceUrl(request.url)
      const kept = before?.kind === 'pinata' && before.url === url ? before.token : undefined
      return { kind: 'pinata', url, token: secretOf(request.token, kept, 'the JWT of an API key'), ...fresh }
    }
    case 's3': {
      const { publicBase } = await import('./services/public-files.ts')
      const { bucket, region, accessKeyId, uris } = request
      const url = serviceUrl(request.url)
      const same = before?.kind === 's3' && before.url === url && before.accessKeyId === accessKeyId
      const secretAccessKey = secretOf(request.secretAccessKey, same ? before.secretAccessKey : undefined, 'the secret')
      const publicUrl = publicBase(request.publicUrl)
      return { kind: 's3', url, bucket, region, accessKeyId, secretAccessKey, publicUrl, uris, ...fresh }
    }
    case 'arweave': {
      const url = request.url === undefined ? null : serviceUrl(request.url)
      return { kind: 'arweave', url, account: arweaveAddress(), ...fresh }
    }
    case 'folder': {
      const { publicBase } = await import('./services/public-files.ts')
      if (!isAbsolute(request.path))
        throw new PinningError(
          'storage.wrong',
          `Give the whole path of the folder: ${JSON.stringify(request.path)} is none.`,
        )
      return {
        kind: 'folder',
        path: request.path,
        publicUrl: publicBase(request.publicUrl),
        uris: request.uris,
        ...fresh,
      }
    }
  }
}

function serviceUrl(text: string): string {
  const url = URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new PinningError(
      'storage.wrong',
      `${JSON.stringify(text)} is no address of a service: write it like https://s3.example.com, without a key in it.`,
    )
  return `${url.origin}${url.pathname.replace(/\/*$/, '')}`
}

function secretOf(given: string | undefined, kept: string | undefined, what: string): string {
  const secret = given === undefined ? kept : given.trim().replace(/^bearer[: ]\s*/i, '')
  if (secret === undefined || secret === '')
    throw new PinningError('storage.refused', `Give ${what}, too (on the command line --auth -).`)
  requireSendable(secret)
  return secret
}

function requireSendable(text: string): void {
  if (/[^\x20-\x7e]/.test(text))
    throw new PinningError(
      'storage.wrong',
      'The authorisation holds characters that HTTP does not take: copy it again, as bearer:<token> or basic:<user>:<password>.',
    )
}

/** Reads `bearer:<token>`, `basic:<user>:<password>`, or a token alone, as Kubo does; '' for none. */
function authOf(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  requireSendable(trimmed)
  if (/^basic:/i.test(trimmed)) {
    if (/^basic:[^:]*:/i.test(trimmed)) return trimmed.replace(/^basic/i, 'basic')
    throw new PinningError('storage.wrong', 'Give user and password as basic:<user>:<password>.')
  }
  return /^bearer:/i.test(trimmed) ? trimmed.replace(/^bearer/i, 'bearer') : `bearer:${trimmed}`
}

function authKind(auth: string | null): 'none' | 'bearer' | 'basic' {
  if (auth === null) return 'none'
  return auth.startsWith('basic:') ? 'basic' : 'bearer'
}
