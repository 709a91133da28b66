/** Limits of an API key, where a person set them (docs/api.md, "Limits"). */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { counted } from '../../../shared/format.ts'
import { countKeyMints } from '../../store/installation/key-mints.ts'
import type { Database } from '../../store/tables/schema.ts'
import type { Caller } from './auth.ts'
import { ApiFault } from './faults.ts'

const minute = 60_000
const day = 24 * 3_600_000

/** Lets `app.limitRequests` count requests by key, in memory: a minute begins with a key's first request in it. */
export async function limitKeys(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false })
  const count = app.createRateLimit({
    timeWindow: minute,
    keyGenerator: ({ caller }) => caller?.key?.id ?? '',
    max: ({ caller }) => caller?.key?.requestsPerMinute ?? 0,
  })
  app.decorate('limitRequests', async (request: FastifyRequest): Promise<void> => {
    const bound = request.caller?.key?.requestsPerMinute ?? null
    if (bound === null) return
    const counted = await count(request)
    if (counted.isAllowed || !counted.isExceeded) return
    throw new ApiFault(
      429,
      'key.limit.requests',
      `This key may send ${bound} ${bound === 1 ? 'request' : 'requests'} a minute: wait ${counted.ttlInSeconds} s, or raise its limit in the window under Developers.`,
      [],
      counted.ttlInSeconds,
    )
  })
}

/**
 * Counts mints against the daily limit (UTC) of their callers' key, in the transaction that takes them: all of them or none.
 * @param callers with the same key, or none
 * @throws ApiFault 429 `key.limit.mints`
 */
export async function limitMints(
  tx: Transaction<Database>,
  callers: readonly Caller[],
  mints: number,
  now: number,
): Promise<void> {
  // The limit may just have changed: the lowest of the callers' copies counts.
  const [key] = callers
    .flatMap(({ key }) => (key ? [key] : []))
    .sort((a, b) => (a.mintsPerDay ?? Number.POSITIVE_INFINITY) - (b.mintsPerDay ?? Number.POSITIVE_INFINITY))
  if (!key || key.mintsPerDay === null || mints === 0) return
  const sum = await countKeyMints(tx, key.id, dayOf(now), mints)
  if (sum <= key.mintsPerDay) return
  throw mintsExceeded(key.mintsPerDay, sum - mints, mints, now)
}

/** The day of a moment, as mints are counted by: days since 1970, UTC. @param now milliseconds since 1970 */
export function dayOf(now: number): number {
  return Math.floor(now / day)
}

/** The answer to mints beyond a key's daily limit. @param before how many it has minted on that day */
export function mintsExceeded(limit: number, before: number, mints: number, now: number): ApiFault {
  const left = Math.max(0, limit - before)
  const cure = mints > limit ? `ask for at most ${limit} at a time` : 'wait until midnight (UTC)'
  return new ApiFault(
    429,
    'key.limit.mints',
    `This key may mint ${counted(limit, 'NFT')} a day, of which ${left} ${left === 1 ? 'is' : 'are'} left and ${mints} ${mints === 1 ? 'was' : 'were'} asked for: ${cure}, or raise its limit in the window under Developers.`,
    [],
    Math.ceil(((dayOf(now) + 1) * day - now) / 1_000),
  )
}

declare module 'fastify' {
  interface FastifyInstance {
    /** @throws ApiFault 429 `key.limit.requests` when the caller's key has a limit, and has sent too many in this minute */
    limitRequests(request: FastifyRequest): Promise<void>
  }
}
