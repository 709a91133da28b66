import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { CanonicalJsonError, canonicalJson } from '../../lib/canonical-json.ts'
import { type KeyedIdentity, recall, remember } from '../../store/installation/idempotency.ts'
import type { Store } from '../../store/sqlite/open.ts'
import type { Database } from '../../store/tables/schema.ts'
import { ApiFault, invalidRequest } from './faults.ts'
import { pathOf } from './host.ts'

/** A request with an idempotency key: what identifies it, and the hash of its body. */
export interface KeyedRequest extends KeyedIdentity {
  body: string
}

/**
 * Reads `Idempotency-Key` or `x-idempotency-key`; undefined without one.
 * @param collectionPk of the collection that the path names; null where it names none
 * @throws ApiFault 400 for an empty key, a key of over 255 characters, and two different keys, of which either could be meant
 */
export function keyedRequest(
  projectId: string,
  collectionPk: number | null,
  request: FastifyRequest,
): KeyedRequest | undefined {
  const [key, other = key] = ['idempotency-key', 'x-idempotency-key']
    .map((name) => request.headers[name])
    .filter((given) => typeof given === 'string')
  if (typeof key !== 'string') return undefined
  if (key === '' || other === '')
    throw invalidKey('The Idempotency-Key is empty: send a text of your own for each request, or leave it out.')
  if (key !== other)
    throw invalidKey('Idempotency-Key and x-idempotency-key name different keys: send one of them, or the same twice.')
  if (key.length > 255) throw invalidKey('An Idempotency-Key has at most 255 characters: use a shorter one.')
  const path = pathOf(request).replace(/\/+$/, '')
  return {
    projectId,
    collectionPk,
    route: `${request.method} ${decodeURIComponent(path)}`,
    key,
    body: bodyHash(request.body),
  }
}

function invalidKey(message: string): ApiFault {
  return invalidRequest([{ path: 'Idempotency-Key', message }])
}

function bodyHash(body: unknown): string {
  try {
    return createHash('sha256')
      .update(canonicalJson(body ?? null))
      .digest('hex')
  } catch (error) {
    if (error instanceof CanonicalJsonError) throw invalidRequest([{ path: error.path, message: error.message }])
    throw error
  }
}

/**
 * The ids of what an earlier request with this idempotency key made; undefined if there was none.
 * @throws ApiFault 409 `idempotency.conflict` when the key came with another body
 */
export async function madeFor(db: Store | Transaction<Database>, keyed: KeyedRequest): Promise<string[] | undefined> {
  return (await madeForAll(db, [keyed]))[0]
}

/** The same for several keys, in their order. */
export async function madeForAll(
  db: Store | Transaction<Database>,
  all: readonly KeyedRequest[],
): Promise<(string[] | undefined)[]> {
  if (all.length === 0) return []
  const before = await recall(db, all)
  for (const [place, { key, body }] of all.entries())
    if ((before[place]?.body ?? body) !== body)
      throw new ApiFault(
        409,
        'idempotency.conflict',
        `The Idempotency-Key ${JSON.stringify(key)} was used with another body: use a new key for a new request.`,
      )
  return before.map((one) => one?.ids)
}

/**
 * Makes something once for an idempotency key, inside the caller's transaction: a repeated request makes nothing.
 * @returns the ids of what was made, now or by the first request
 * @throws ApiFault 409 `idempotency.conflict` when the key came with another body
 */
export async function onceFor(
  tx: Transaction<Database>,
  keyed: KeyedRequest | undefined,
  now: number,
  make: () => Promise<string[]>,
): Promise<{ ids: string[]; replayed: boolean }> {
  if (!keyed) return { ids: await make(), replayed: false }
  const before = await madeFor(tx, keyed)
  if (before) return { ids: before, replayed: true }
  const ids = await make()
  await remember(tx, [{ ...keyed, ids }], now)
  return { ids, replayed: false }
}

/** Reports in headers that nothing was made, and in which fields the request differs from what exists. */
export function markReplay(reply: FastifyReply, mismatches: readonly string[]): void {
  reply.header('Idempotent-Replay', 'true')
  if (mismatches.length === 0) return
  // Keys of metadata may contain characters that a header must not have.
  reply.header('Idempotent-Mismatch', mismatches.join(', ').replace(/[^\x20-\x7e]/g, '?'))
}
