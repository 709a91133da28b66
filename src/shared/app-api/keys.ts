import { z } from 'zod'
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
export const scope = z.enum(scopes)
export type Scope = z.infer<typeof scope>

/** `GET /app/keys` → `apiKey[]`; `POST /app/keys` with `keyRequest` → `createdKey`; `DELETE /app/keys/{id}` → 204. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The first and last few characters, so that a person tells keys apart. */
  hint: z.string(),
  scopes: z.array(scope),
  createdAt: time,
  lastUsedAt: time.nullable(),
  revokedAt: time.nullable(),
})
export type ApiKey = z.infer<typeof apiKey>
/** Without `scopes` a key has all but `wallets:nfts.transfer`. */
export const keyRequest = z.object({ name: z.string().max(100).default(''), scopes: z.array(scope).min(1).optional() })
export const createdKey = apiKey.extend({ key: z.string() })
export type CreatedKey = z.infer<typeof createdKey>
