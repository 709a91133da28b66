import { z } from 'zod'
import { project } from './projects.ts'
import { time } from './units.ts'

export const scopes = [
  'collections.create',
  'collections.read',
  'collections.update',
  'nfts.create',
  'nfts.read',
  'nfts.update',
  'nfts.delete',
  'wallets.create',
  'wallets.read',
  'wallets:nfts.read',
  'wallets:nfts.transfer',
] as const
const scope = z.enum(scopes)
export type Scope = z.infer<typeof scope>

/**
 * `GET /app/keys` → `apiKey[]`; `POST /app/keys` with `keyRequest` → `createdKey`; `PATCH /app/keys/{id}` with
 * `keyPatch` → `apiKey`; `DELETE /app/keys/{id}` → 204.
 */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The first and last few characters, by which a person tells keys apart. */
  hint: z.string(),
  scopes: z.array(scope),
  createdAt: time,
  lastUsedAt: time.nullable(),
  revokedAt: time.nullable(),
  /** The key's limits (429 beyond); null: none. A day ends at midnight, UTC; each mint of a batch counts. */
  requestsPerMinute: z.int().nullable(),
  mintsPerDay: z.int().nullable(),
})
export type ApiKey = z.infer<typeof apiKey>
const limit = z.int().min(1).max(1_000_000_000).nullable().optional()
/** An absent limit stays; null removes it. */
export const keyLimits = z.object({ requestsPerMinute: limit, mintsPerDay: limit })
export type KeyLimits = z.infer<typeof keyLimits>
export const keyPatch = keyLimits.extend({ name: z.string().trim().max(100).optional() })
export type KeyPatch = z.infer<typeof keyPatch>
/** Without `scopes` a key gets all scopes except `wallets:nfts.transfer`. */
export const keyRequest = keyLimits.extend({
  name: z.string().max(100).default(''),
  scopes: z.array(scope).min(1).optional(),
})
export const createdKey = apiKey.extend({ key: z.string() })
/** `GET /app/key` with a key → what the key may do; `mintedToday` is null if its mints are not limited. */
export const keyState = z.object({
  project,
  name: z.string(),
  scopes: z.array(scope),
  mintsPerDay: z.int().nullable(),
  mintedToday: z.int().nullable(),
})
export type KeyState = z.infer<typeof keyState>
