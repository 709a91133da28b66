import type SqliteDatabase from 'better-sqlite3'

/** An e-mail address that the project knows, and its folded form. */
export interface KnownEmail {
  email: string
  folded: string
}

const joined = 'coalesce(r.folded, r.email)'

/**
 * Finds rows whose e-mail addresses differ only in letters that fold alike. At most one of such addresses folds to itself, so the search begins
 * with those that do not: few in most files, none in nearly all, and then no row is looked at.
 */
export function similarEmails(db: SqliteDatabase.Database) {
  db.exec('CREATE TEMP TABLE IF NOT EXISTS suspects (folded TEXT PRIMARY KEY)')
  db.exec('CREATE TEMP TABLE IF NOT EXISTS similar (folded TEXT, email TEXT, row INTEGER, PRIMARY KEY (folded, email))')
  const known = db.prepare('INSERT OR IGNORE INTO similar VALUES (?, ?, NULL)')
  const suspect = db.prepare('INSERT OR IGNORE INTO suspects VALUES (?)')
  return {
    /** The folded forms of the file's addresses that do not fold to themselves, after one of these, in order. */
    foldedAfter: (after: string, limit: number): string[] =>
      db
        .prepare<[string, number], { folded: string }>(
          'SELECT DISTINCT folded FROM rows WHERE folded IS NOT NULL AND folded > ? ORDER BY folded LIMIT ?',
        )
        .all(after, limit)
        .map(({ folded }) => folded),
    /**
     * Warns of such rows anew.
     * @param knownEmails addresses that the project knows: those that do not fold to themselves, and those that addresses of the file fold to
     */
    compareEmails: db.transaction((knownEmails: readonly KnownEmail[], column: string) => {
      db.exec(`
        UPDATE rows SET status = 0 WHERE status = 1 AND pos IN (SELECT pos FROM findings WHERE code = 'recipient.similar')
          AND NOT EXISTS (SELECT 1 FROM findings f WHERE f.pos = rows.pos AND f.code <> 'recipient.similar');
        DELETE FROM findings WHERE code = 'recipient.similar';
        DELETE FROM suspects; DELETE FROM similar;
        INSERT INTO suspects SELECT DISTINCT folded FROM rows WHERE folded IS NOT NULL`)
      for (const { email, folded } of knownEmails) {
        suspect.run(folded)
        known.run(folded, email)
      }
      if (db.prepare('SELECT 1 FROM suspects').get() === undefined) return
      // An address of the file counts as that, also where the project knows it.
      db.exec(`INSERT OR REPLACE INTO similar SELECT ${joined}, r.email, min(r.row) FROM rows r
        WHERE r.email IS NOT NULL AND r.status < 2 AND ${joined} IN (SELECT folded FROM suspects) GROUP BY 1, 2`)
      db.prepare(`INSERT INTO findings SELECT pos, row, ?, 'recipient.similar', 'warning',
          iif(other IS NULL, 'This project knows "', 'Row ' || other || ' has "') || theirs || '", which differs from "' || email ||
          '" only in letters that are the same in capitals. They are two recipients with a wallet each: correct one if a single person is meant.', 1
        FROM (SELECT r.pos, r.row, r.email, s.email AS theirs, s.row AS other, min(coalesce(s.row, 1e15)) FROM rows r
          JOIN similar s ON s.folded = ${joined} AND s.email <> r.email
          WHERE r.email IS NOT NULL AND r.status < 2 GROUP BY r.pos)`).run(column)
      db.exec(
        `UPDATE rows SET status = 1 WHERE status = 0 AND pos IN (SELECT pos FROM findings WHERE code = 'recipient.similar')`,
      )
    }),
  }
}
