import type { Kysely } from 'kysely'
import type { Allowance } from '../../../minting/runs/create-run.ts'
import { countKeyMints, keyMintsOn } from '../../../store/installation/key-mints.ts'
import { keyWithId, type StoredKey } from '../../../store/installation/keys.ts'
import type { Database } from '../../../store/tables/schema.ts'
import type { Caller } from '../../http/auth.ts'
import { ApiFault } from '../../http/faults.ts'
import { dayOf, mintsExceeded } from '../../http/limits.ts'

/**
 * What a caller may mint by a run. A person has no bound. A program is bounded by the daily limit of its key; a whole file is more than a call,
 * so a key without a limit starts no run. The key is read each time, since a person may revoke or bound it while a large run is being made.
 * @throws (its functions) ApiFault 429 `key.limit.mints`, 403 `key.limit.none` or `key.revoked`
 */
export function allowanceOf({ key }: Pick<Caller, 'key'>, clock: () => number): Allowance | undefined {
  if (key === undefined) return undefined
  return {
    async look(db, mints) {
      const limit = await limitNow(db, key)
      const now = clock()
      const before = await keyMintsOn(db, key.id, dayOf(now))
      if (before + mints > limit) throw mintsExceeded(limit, before, mints, now)
    },
    async take(tx, mints) {
      const limit = await limitNow(tx, key)
      const now = clock()
      const sum = await countKeyMints(tx, key.id, dayOf(now), mints)
      if (sum > limit) throw mintsExceeded(limit, sum - mints, mints, now)
    },
  }
}

async function limitNow(db: Kysely<Database>, { id, projectId }: StoredKey): Promise<number> {
  const key = await keyWithId(db, id)
  if (key === undefined || key.revokedAt !== null)
    throw new ApiFault(403, 'key.revoked', 'This API key was revoked: make a new one in the window under Developers.')
  if (key.mintsPerDay !== null) return key.mintsPerDay
  throw new ApiFault(
    403,
    'key.limit.none',
    `This key has no daily limit, so it may not mint a whole file: set one in the window under Developers, or with "mintdesk keys limit ${id} --mints-per-day <n> --project ${projectId}".`,
  )
}
