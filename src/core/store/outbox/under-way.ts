import { sql } from 'kysely'
import { unsettledBatches } from '../../journal/states.ts'
import { listed } from '../journal/states-sql.ts'
import type { Store } from '../sqlite/open.ts'

/**
 * Whether anything outside runs waits for a chain or is on its way: API mints, changes and burns, transfers, running hand-overs. What is
 * stopped until a person decides does not count. Each part of the query ends at the first row of an index, however many there are.
 */
export async function isWorkOutsideRuns(db: Store): Promise<boolean> {
  const { rows } = await workOutsideRuns.execute(db)
  return rows[0]?.any === 1
}

/** Without the hint SQLite would read the other index of pending transfers, which has all those of a hand-over. */
export const workOutsideRuns = sql<{ any: number }>`
    select exists (select 1 from transfers indexed by transfers_pending where status = 'pending' and hand_over_pk is null)
      or exists (select 1 from hand_overs where state = 'running')
      or exists (
        select 1 from collections c
        where c.halted is null and (
          exists (select 1 from waiting where collection_pk = c.pk and run_id = '')
          or exists (
            select 1 from batches
            where collection_pk = c.pk and run_id is null and state in (${sql.raw(listed(unsettledBatches))})
          )
          or exists (select 1 from actions where collection_pk = c.pk and status = 'pending')
        )
      ) as any`
