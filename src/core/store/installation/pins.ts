import { sql } from 'kysely'
import type { Store } from '../sqlite/open.ts'

/** Which of these a pinning service is known to keep. */
export async function pinnedOf(db: Store, service: string, cids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ cid: string }>`
    select cid from pins where service = ${service} and cid in (select value from json_each(${JSON.stringify(cids)}))`.execute(
    db,
  )
  return new Set(rows.map(({ cid }) => cid))
}

/** Notes that a pinning service keeps these. */
export async function addPins(db: Store, service: string, cids: readonly string[], now: number): Promise<void> {
  await sql`
    insert into pins (service, cid, pinned_at) select ${service}, value, ${now} from json_each(${JSON.stringify(cids)}) where true
    on conflict do nothing`.execute(db)
}

/** How many files and folders a pinning service is known to keep. */
export async function countPins(db: Store, service: string): Promise<number> {
  const { count } = await db
    .selectFrom('pins')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('service', '=', service)
    .executeTakeFirstOrThrow()
  return Number(count)
}
