import { type RawBuilder, sql } from 'kysely'

/** Ids that are looked for before mints are entered under them. */
export interface GivenIds {
  /** The caller's own, in any order. */
  named: readonly string[]
  /** The first and the last of a run's: they ascend, and are alone between these two (`nftIdsOf`). */
  ofRun: readonly string[]
}

/**
 * Conditions on a column `id`, each of which an index answers; none where there are no ids. Those of a run are one range: to look for each of
 * 500 took a tenth of the time in which they are entered.
 */
export function conditionsOf({ named, ofRun }: GivenIds): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = []
  if (named.length > 0) conditions.push(sql`id in (select value from json_each(${JSON.stringify(named)}))`)
  const [first, last] = [ofRun[0], ofRun.at(-1)]
  if (first !== undefined && last !== undefined) conditions.push(sql`id between ${first} and ${last}`)
  return conditions
}
