import { sql } from 'kysely'
import { expect } from 'vitest'
import { stateNow } from '../../src/core/store/journal/mints-now.ts'
import type { Store } from '../../src/core/store/sqlite/open.ts'

/** What wallets say was minted to each user, which is what the mints say; by locator, those of none left out. */
export async function expectCounted(db: Store): Promise<Record<string, number>> {
  const said = await sql<Counted>`
    select project_id, kind || ':' || user || ':' || chain as locator, nfts from wallets where nfts <> 0 order by 1, 2`.execute(
    db,
  )
  const counted = await sql<Counted>`
    select project_id, recipient as locator, sum(amount) as nfts from mints join collections on collections.pk = collection_pk
    where (recipient like 'email:%' or recipient like 'userId:%') and ${stateNow()} = 'succeeded'
    group by project_id, recipient order by 1, 2`.execute(db)
  expect(said.rows, 'what was minted to users is not what is counted').toEqual(counted.rows)
  return Object.fromEntries(said.rows.map(({ locator, nfts }) => [locator, nfts]))
}

interface Counted {
  project_id: string
  locator: string
  nfts: number
}
