import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** The price of a hand-over on a chain when it was started: the expected cost, in the smallest unit, of `nfts` NFTs. */
const keptPrice = z.object({ expected: z.string().regex(/^\d+$/), nfts: z.int() })
export type KeptPrice = z.infer<typeof keptPrice>

const keptPrices = z.record(z.string(), keptPrice)

/** The prices on a chain at which a project's unfinished hand-overs were started, and how many NFTs are left of each. */
export async function pricesUnderWay(
  db: Db,
  projectId: string,
  chain: string,
): Promise<{ price: KeptPrice; left: number }[]> {
  const { rows } = await sql<{ quotes: string; left: number }>`
    select quotes, (select count(*) from hand_over_nfts n
      where n.hand_over_pk = hand_overs.pk and n.state in ('found', 'entered') and n.chain = ${chain}) as left
    from hand_overs where project_id = ${projectId} and state in ('running', 'paused') and completed_at is null`.execute(
    db,
  )
  return rows.flatMap(({ quotes, left }) => {
    const price = keptPrices.parse(JSON.parse(quotes))[chain]
    return price ? [{ price, left }] : []
  })
}
