import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Finding } from '../../../../shared/app-api.ts'
import type { HandOverRowsTable } from '../../tables/hand-overs.ts'
import type { Database } from '../../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>
export type HandOverRow = Selectable<HandOverRowsTable>
export type NewHandOverRow = Omit<HandOverRow, 'pk' | 'hand_over_pk'>

/** Ours: rows of one statement; a row has nine values. */
const atOnce = 500

export async function addRows(trx: Db, handOverPk: number, rows: readonly NewHandOverRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += atOnce)
    await trx
      .insertInto('hand_over_rows')
      .values(rows.slice(from, from + atOnce).map((row) => ({ ...row, hand_over_pk: handOverPk })))
      .execute()
}

/** The next rows in a state. @param after key of the last one that was read */
export async function rowsIn(
  db: Db,
  handOverPk: number,
  state: HandOverRow['state'],
  limit: number,
  after = 0,
): Promise<HandOverRow[]> {
  return await db
    .selectFrom('hand_over_rows')
    .selectAll()
    .where('hand_over_pk', '=', handOverPk)
    .where('state', '=', state)
    .where('pk', '>', after)
    .orderBy('pk')
    .limit(limit)
    .execute()
}

/** Stores a row's state and findings after the look at what its person holds. */
export async function setRow(
  db: Db,
  pk: number,
  { state, findings }: { state: HandOverRow['state']; findings: readonly Finding[] },
): Promise<void> {
  await db
    .updateTable('hand_over_rows')
    .set({ state, findings: JSON.stringify(findings) })
    .where('pk', '=', pk)
    .execute()
}

/** How many rows are in each state. */
export async function countRows(db: Db, handOverPk: number): Promise<Map<HandOverRow['state'], number>> {
  const rows = await db
    .selectFrom('hand_over_rows')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('hand_over_pk', '=', handOverPk)
    .groupBy('state')
    .execute()
  return new Map(rows.map(({ state, count }) => [state, count]))
}

/** How many rows have findings that do not keep them from being handed over. */
export async function countWarned(db: Db, handOverPk: number): Promise<number> {
  const { count } = await db
    .selectFrom('hand_over_rows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('hand_over_pk', '=', handOverPk)
    .where('state', '<>', 'error')
    .where('findings', '<>', '[]')
    .executeTakeFirstOrThrow()
  return count
}

/** A page of rows in the order of the file, and how many there are. @param which `findings`: only rows with findings */
export async function pageOfRows(
  db: Db,
  handOverPk: number,
  { which, offset, limit }: { which: 'all' | 'findings'; offset: number; limit: number },
): Promise<{ total: number; rows: (HandOverRow & { nfts: number })[] }> {
  const wanted = db
    .selectFrom('hand_over_rows')
    .where('hand_over_pk', '=', handOverPk)
    .$if(which === 'findings', (query) => query.where('findings', '<>', '[]'))
  const { total } = await wanted.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await wanted
    .selectAll()
    .select(
      sql<number>`(select count(*) from hand_over_nfts where row_pk = hand_over_rows.pk and hand_over_nfts.state <> 'unmovable')`.as(
        'nfts',
      ),
    )
    .orderBy('pk')
    .limit(limit)
    .offset(offset)
    .execute()
  return { total, rows }
}
