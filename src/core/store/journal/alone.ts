import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** From now on each of these mints is minted by itself. */
export async function markAlone(trx: Transaction<Database>, mintPks: readonly number[]): Promise<void> {
  await trx.executeQuery(
    CompiledQuery.raw('insert into alone (mint_pk) select value from json_each(?) where true on conflict do nothing', [
      JSON.stringify(mintPks),
    ]),
  )
}

/** Those of these mints that are minted by themselves. */
export async function aloneAmong(db: Db, mintPks: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.executeQuery<{ mint_pk: number }>(
    CompiledQuery.raw('select mint_pk from alone where mint_pk in (select value from json_each(?))', [
      JSON.stringify(mintPks),
    ]),
  )
  return new Set(rows.map(({ mint_pk }) => mint_pk))
}
