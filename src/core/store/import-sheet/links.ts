import type SqliteDatabase from 'better-sqlite3'
import type { Finding } from '../../../shared/app-api.ts'

/** What was found behind a link of a row. */
export interface LinkFinding extends Finding {
  pos: number
}

/** Warnings about linked files that cannot be fetched now: they come after the check, and stay until the row is checked again. */
export function linkFindings(db: SqliteDatabase.Database) {
  const find = db.prepare(
    'INSERT INTO findings (pos, row, "column", code, level, message, stage) VALUES (?, ?, ?, ?, ?, ?, 0)',
  )
  const warn = db.prepare(
    'UPDATE rows SET own = iif(own = 0, 1, own), status = iif(status = 0, 1, status) WHERE pos = ?',
  )
  return {
    /** Adds such warnings. @param fresh they replace the existing ones */
    markLinks: db.transaction((found: readonly LinkFinding[], fresh: boolean) => {
      if (fresh)
        db.exec(`
          UPDATE rows SET own = 0 WHERE own = 1 AND pos IN (SELECT pos FROM findings WHERE code = 'metadata.link')
            AND NOT EXISTS (SELECT 1 FROM findings f WHERE f.pos = rows.pos AND f.code <> 'metadata.link' AND f.stage = 0);
          UPDATE rows SET status = 0 WHERE status = 1 AND pos IN (SELECT pos FROM findings WHERE code = 'metadata.link')
            AND NOT EXISTS (SELECT 1 FROM findings f WHERE f.pos = rows.pos AND f.code <> 'metadata.link');
          DELETE FROM findings WHERE code = 'metadata.link'`)
      for (const { pos, row, column, code, level, message } of found) {
        find.run(pos, row, column, code, level, message)
        warn.run(pos)
      }
    }),
  }
}
