import type SqliteDatabase from 'better-sqlite3'
import { count, counted } from '../../../shared/format.ts'

/** The rows that are compared with other rows: those with one of these contents or ids; undefined: all. */
export type CrossScope = { contents: readonly Buffer[]; ids: readonly string[] } | undefined

export interface CompareRules {
  keep: 'all' | 'first'
  recipientColumn: string
  idColumn: string
  /** Each unit of `quantity` is a mint of its own (non-fungible). */
  countQuantity: boolean
}

/** Compares rows with the other rows of the import, and with what the collection still takes. */
export function comparing(db: SqliteDatabase.Database) {
  db.exec('CREATE TEMP TABLE IF NOT EXISTS scope_contents (content BLOB PRIMARY KEY)')
  db.exec('CREATE TEMP TABLE IF NOT EXISTS scope_ids (id TEXT PRIMARY KEY)')
  db.exec(
    'CREATE TEMP TABLE IF NOT EXISTS twins (pos INTEGER PRIMARY KEY, first INTEGER, same INTEGER, before INTEGER)',
  )
  const addContent = db.prepare('INSERT OR IGNORE INTO scope_contents VALUES (?)')
  const addId = db.prepare('INSERT OR IGNORE INTO scope_ids VALUES (?)')
  const setScope = (scope: CrossScope) => {
    db.exec('DELETE FROM scope_contents; DELETE FROM scope_ids')
    for (const content of scope?.contents ?? []) addContent.run(content)
    for (const id of scope?.ids ?? []) addId.run(id)
  }
  return {
    /**
     * Finds rows that name the same id, and rows that give the same recipient the same NFT, anew. Of equal rows with one id the first
     * counts; later ones with different content, or another quantity, are errors. Rows that a results file calls minted (`own` is
     * skipped) count as earlier rows, and get no findings.
     */
    compareRows: db.transaction((scope: CrossScope, rules: CompareRules) => {
      setScope(scope)
      const inScope =
        scope === undefined
          ? ''
          : 'AND pos IN (SELECT pos FROM rows WHERE content IN (SELECT content FROM scope_contents) OR id IN (SELECT id FROM scope_ids))'
      db.exec(`
        UPDATE rows SET status = own, nfts = quantity, occurrence = 1, repeated = NULL
          WHERE pos IN (SELECT pos FROM findings WHERE stage = 1) ${inScope};
        DELETE FROM findings WHERE stage = 1 ${inScope};`)
      // Few ids and contents occur more than once: only these are walked through in order.
      const several = (key: 'id' | 'content') =>
        `SELECT ${key} FROM rows WHERE ${key} IS NOT NULL GROUP BY ${key} HAVING count(*) > 1`
      const twins = (key: 'id' | 'content', before: string) =>
        db.exec(`
          DELETE FROM twins;
          INSERT INTO twins SELECT pos, first, same, before FROM (
            SELECT pos, row, status, first_value(row) OVER same AS first,
              content IS first_value(content) OVER same AND quantity IS first_value(quantity) OVER same AS same,
              coalesce(sum(${before}) OVER (PARTITION BY ${key} ORDER BY pos ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
            FROM rows WHERE ${key} IS NOT NULL AND content IS NOT NULL AND (status < 2 OR own = 3)
              AND ${key} IN (${scope === undefined ? several(key) : `SELECT ${key} FROM scope_${key}s`})
            WINDOW same AS (PARTITION BY ${key} ORDER BY pos)
          ) WHERE row <> first AND status < 2`)
      twins('id', 'quantity')
      db.prepare(`INSERT INTO findings SELECT r.pos, r.row, ?, 'id.duplicate', iif(t.same, 'warning', 'error'),
          'Row ' || t.first || ' has the same id' || iif(t.same, ' and the same content: it is minted once, for that row.',
          ' with different content: give this row an id of its own, or remove one of the two.'), 1
        FROM twins t JOIN rows r ON r.pos = t.pos`).run(rules.idColumn)
      db.exec('UPDATE rows SET status = iif(t.same, 3, 2) FROM twins t WHERE t.pos = rows.pos')
      twins('content', rules.countQuantity ? 'quantity' : '1')
      db.prepare(`INSERT INTO findings SELECT r.pos, r.row, ?, 'recipient.duplicate', 'warning',
          'Row ' || t.first || ' gives the same recipient the same NFT: ' || ?, 1
        FROM twins t JOIN rows r ON r.pos = t.pos`).run(
        rules.recipientColumn,
        rules.keep === 'first'
          ? 'this row is skipped.'
          : 'remove one of the two, or keep only the first of each, if that is not meant.',
      )
      db.prepare('UPDATE rows SET status = ?, occurrence = t.before + 1 FROM twins t WHERE t.pos = rows.pos').run(
        rules.keep === 'first' ? 3 : 1,
      )
      setScope(undefined)
    }),
    /** Marks the rows that go beyond what can still be minted as errors, in the file's order. */
    applySupply: db.transaction((remaining: number | null, column: string) => {
      db.exec(`
        UPDATE rows SET status = coalesce((SELECT max(iif(level = 'warning', 1, 2)) FROM findings f WHERE f.pos = rows.pos AND stage < 2), own)
          WHERE pos IN (SELECT pos FROM findings WHERE stage = 2);
        DELETE FROM findings WHERE stage = 2;`)
      if (remaining === null) return
      const { total } = db
        .prepare<[], { total: number }>('SELECT coalesce(sum(nfts), 0) AS total FROM rows WHERE status < 2')
        .get() ?? { total: 0 }
      if (total <= remaining) return
      db.exec('DELETE FROM twins')
      db.prepare(`INSERT INTO twins SELECT pos, 0, 0, upto FROM (
          SELECT pos, sum(nfts) OVER (ORDER BY pos) AS upto FROM rows WHERE status < 2) WHERE upto > ?`).run(remaining)
      db.prepare(`INSERT INTO findings SELECT r.pos, r.row, ?, 'quantity.number', 'error', ?, 2
        FROM twins t JOIN rows r ON r.pos = t.pos`).run(
        column,
        `The collection takes only ${counted(remaining, 'more NFT')}, and the file asks for ${count(total)}: raise its supply limit, or remove rows.`,
      )
      db.exec('UPDATE rows SET status = 2 FROM twins t WHERE t.pos = rows.pos')
    }),
  }
}
