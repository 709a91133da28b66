/** What rows of a hand-over, and the project's wallets, say of people. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** The chains for which a valid row of a person names an address to move the NFTs to. */
export async function chainsOfPerson(
  db: Db,
  handOverPk: number,
  { kind, user }: { kind: 'email' | 'userId'; user: string },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('hand_over_rows')
    .select('chains')
    .where('hand_over_pk', '=', handOverPk)
    .where('kind', '=', kind)
    .where('user', '=', user)
    .where('state', 'not in', ['error', 'repeat'])
    .execute()
  return new Set(rows.flatMap(({ chains }) => JSON.parse(chains) as string[]))
}

/** The e-mail addresses of a project's wallets that may be taken for one of these: those with letters beyond ASCII, and those among `folded`. */
export async function emailsLike(db: Db, projectId: string, folded: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user: string }>`
    select distinct user from wallets indexed by wallets_folding
      where project_id = ${projectId} and kind = 'email' and user glob '*[^ -~]*'
    union select distinct user from wallets
      where project_id = ${projectId} and kind = 'email' and user in (select value from json_each(${JSON.stringify(folded)}))`.execute(
    db,
  )
  return rows.map(({ user }) => user)
}
