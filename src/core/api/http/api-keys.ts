import { createHash, hash, randomBytes, randomUUID } from 'node:crypto'
import { base58btc } from 'multiformats/bases/base58'
import { type Scope, scopes } from '../../../shared/app-api.ts'
import type { ProjectKind } from '../../lib/project-kind.ts'
import { addKey, type StoredKey } from '../../store/installation/keys.ts'
import type { Store } from '../../store/sqlite/open.ts'

const secretBytes = 32
const checksumBytes = 4

/** A new key's scopes unless others are chosen: everything but moving NFTs out of wallets. */
export const defaultScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'wallets:nfts.transfer')

/** SHA-256 of a key or a token: all that is stored of it. */
export function secretHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** A new key: `sk_practice_` or `sk_live_`, then base58 of 32 random bytes and their checksum. */
export function newApiKey(kind: ProjectKind): string {
  const secret = randomBytes(secretBytes)
  const prefix = `sk_${kind}_`
  return `${prefix}${base58btc.baseEncode(Buffer.concat([secret, checksum(prefix, secret)]))}`
}

/** Whether a text has the form of a key with a valid checksum: otherwise it was mistyped or cut off. */
export function isWellFormedKey(key: string): boolean {
  const match = /^(sk_(?:practice|live)_)([1-9A-HJ-NP-Za-km-z]{1,60})$/.exec(key)
  if (!match?.[1] || !match[2]) return false
  const bytes = Buffer.from(base58btc.baseDecode(match[2]))
  if (bytes.length !== secretBytes + checksumBytes) return false
  return bytes.subarray(secretBytes).equals(checksum(match[1], bytes.subarray(0, secretBytes)))
}

/** Creates an API key of a project and stores its hash. Only the answer contains the key itself. */
export async function createApiKey(
  db: Store,
  project: { id: string; kind: ProjectKind },
  options: {
    name: string
    scopes?: readonly Scope[] | undefined
    requestsPerMinute?: number | null | undefined
    mintsPerDay?: number | null | undefined
  },
  now: number,
): Promise<{ stored: StoredKey; key: string }> {
  const key = newApiKey(project.kind)
  const wanted = new Set(options.scopes ?? defaultScopes)
  const stored: StoredKey = {
    id: randomUUID(),
    projectId: project.id,
    name: options.name,
    hash: secretHash(key),
    hint: `sk_${project.kind}_…${key.slice(-4)}`,
    scopes: scopes.filter((scope) => wanted.has(scope)),
    createdAt: now,
    lastUsedAt: null,
    revokedAt: null,
    requestsPerMinute: options.requestsPerMinute ?? null,
    mintsPerDay: options.mintsPerDay ?? null,
  }
  await addKey(db, stored)
  return { stored, key }
}

function checksum(prefix: string, secret: Uint8Array): Buffer {
  return createHash('sha256').update(prefix).update(secret).digest().subarray(0, checksumBytes)
}
