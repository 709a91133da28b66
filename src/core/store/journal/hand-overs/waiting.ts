import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../tables/schema.ts'
import { ceilingIn } from './ceilings.ts'

type Db = Kysely<Database> | Transaction<Database>

/** The first unsigned transfer of a hand-over of each signer that has one: its key. */
export async function firstOfEachSigner(db: Kysely<Database>, handOverPk: number): Promise<number[]> {
  const { rows } = await sql<{ pk: number }>`
    select min(pk) as pk from transfers
    where status = 'pending' and hand_over_pk = ${handOverPk} and transaction_pk is null group by network, signer`.execute(
    db,
  )
  return rows.map(({ pk }) => pk)
}

/** A hand-over under way of which transfers wait for a transaction. */
export interface WaitingHandOver {
  pk: number
  id: string
  /** Its fee ceiling on the chain, per unit of weight; null: no ceiling. */
  ceiling: bigint | null
}

/** Hand-overs of a project with transfers that wait on a network, oldest first. @param signer only its transfers; absent: of any signer */
export async function handOversInWait(
  db: Db,
  projectId: string,
  { chain, network, signer }: { chain: string; network: string; signer?: string },
): Promise<WaitingHandOver[]> {
  const rows = await db
    .selectFrom('hand_overs')
    .select(['pk', 'id', 'fee_ceilings'])
    .where('project_id', '=', projectId)
    .where('state', '=', 'running')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('transfers')
          .select('transfers.pk')
          .whereRef('hand_over_pk', '=', 'hand_overs.pk')
          .where('network', '=', network)
          .$if(signer !== undefined, (query) => query.where('signer', '=', signer ?? ''))
          .where(sql<boolean>`status = 'pending'`)
          .where('transaction_pk', 'is', null),
      ),
    )
    .orderBy('pk')
    .execute()
  return rows.map(({ pk, id, fee_ceilings }) => ({ pk, id, ceiling: ceilingIn(fee_ceilings, chain) }))
}
