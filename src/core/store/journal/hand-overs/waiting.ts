import { type Kysely, sql } from 'kysely'
import type { Database } from '../../tables/schema.ts'

/** A transfer of each signer that has any of a hand-over to sign. */
export async function firstOfEachSigner(db: Kysely<Database>, handOverPk: number): Promise<number[]> {
  const { rows } = await sql<{ pk: number }>`
    select min(pk) as pk from transfers
    where status = 'pending' and hand_over_pk = ${handOverPk} and transaction_pk is null group by network, signer`.execute(
    db,
  )
  return rows.map(({ pk }) => pk)
}
