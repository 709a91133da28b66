/** The fee ceilings of hand-overs, per unit of weight. */
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** A fee ceiling, and the run or hand-over that set it. */
export interface CeilingOf {
  /** The id of the run or the hand-over. */
  run: string
  /** Its name, for a person. */
  name: string
  ceiling: bigint
}

/** The hand-over of a transfer, with its fee ceiling on the transfer's chain; null for a transfer of no hand-over. */
export async function handOverOfTransfer(
  db: Db,
  transferPk: number,
): Promise<{ pk: number; id: string; name: string; ceiling: bigint | null } | null> {
  const row = await db
    .selectFrom('transfers')
    .innerJoin('hand_overs', 'hand_overs.pk', 'transfers.hand_over_pk')
    .select(['hand_overs.pk', 'hand_overs.id', 'hand_overs.name', 'hand_overs.fee_ceilings', 'transfers.chain'])
    .where('transfers.pk', '=', transferPk)
    .executeTakeFirst()
  if (!row) return null
  return { pk: row.pk, id: row.id, name: row.name, ceiling: ceilingIn(row.fee_ceilings, row.chain) }
}

/** The fee ceiling for a transfer's transaction; null where no hand-over sets one. */
export async function ceilingOfTransfer(db: Db, transferPk: number): Promise<CeilingOf | null> {
  const of = await handOverOfTransfer(db, transferPk)
  return of === null || of.ceiling === null ? null : { run: of.id, name: of.name, ceiling: of.ceiling }
}

/** The ceiling on a chain among those of a hand-over. */
export function ceilingIn(feeCeilings: string, chain: string): bigint | null {
  const ceiling = (JSON.parse(feeCeilings) as Record<string, string>)[chain]
  return ceiling === undefined ? null : BigInt(ceiling)
}
