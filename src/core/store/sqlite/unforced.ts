import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'

/**
 * A transaction whose commit does not wait for the disk. A machine that loses its power may lose it, with everything after it up to the next
 * commit that is forced, which forces all before it: what is on disk is always what the journal held at some moment. So it is for
 * what is done again when it is lost, and for nothing that anybody outside was told or sent: a process that dies loses none of it.
 * https://www.sqlite.org/pragma.html#pragma_synchronous, "WAL mode … might roll back following a power loss"
 */
export function unforced<Result>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await connection.executeQuery(CompiledQuery.raw(normalSync))
    try {
      return await connection.transaction().execute(work)
    } finally {
      await connection.executeQuery(CompiledQuery.raw(fullSync))
    }
  })
}

/** What SQLite does as it prepares it: so no pragma is kept prepared (open.ts). They say nothing inside a transaction. */
const normalSync = 'pragma synchronous = normal'
export const fullSync = 'pragma synchronous = full'
