import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'

/**
 * A transaction whose commit does not wait for the disk. A power loss may undo it, with everything after it up to the next forced commit, which
 * forces all commits before it: the disk always holds a state that the journal really had. A process that dies loses nothing. Only for work that
 * is done again when it is lost, never for anything that was reported or sent outside.
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

/** SQLite runs such a pragma while it prepares it, so no pragma is cached as prepared (open.ts). Inside a transaction it has no effect. */
const normalSync = 'pragma synchronous = normal'
export const fullSync = 'pragma synchronous = full'
