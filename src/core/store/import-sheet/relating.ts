import type SqliteDatabase from 'better-sqlite3'

/** What relates a row to others: its content, which others may have too, and its id. */
export interface RowKeys {
  content: Buffer | null
  id: string | null
}

/** Rows that relate to each other. */
export function relating(db: SqliteDatabase.Database) {
  const keys = db.prepare<[number], RowKeys>('SELECT content, id FROM rows WHERE pos = ?')
  // Ids that only one row has are left out, since they relate it to none: a million equal rows may each have one.
  const sharedIds = db
    .prepare<[Buffer], string>(
      `SELECT DISTINCT id FROM rows WHERE content = ? AND id IS NOT NULL
        AND EXISTS (SELECT 1 FROM rows other WHERE other.id = rows.id AND other.pos <> rows.pos)`,
    )
    .pluck()
  const contentsOfId = db
    .prepare<[string], Buffer>('SELECT DISTINCT content FROM rows WHERE id = ? AND content IS NOT NULL')
    .pluck()
  return {
    /** Content and id of a row, by which others relate to it. */
    keysOf: (pos: number): RowKeys => keys.get(pos) ?? { content: null, id: null },
    /**
     * These contents and ids, those of all rows that have one of them, and so on until nothing is added. How one of these rows compares
     * with others depends on no row beside these.
     */
    relatedTo(from: readonly RowKeys[]): { contents: Buffer[]; ids: string[] } {
      const [contents, ids]: [Buffer[], string[]] = [[], []]
      const known = new Set<string>()
      const addContent = (content: Buffer) => {
        const key = `content ${content.toString('latin1')}`
        if (!known.has(key)) contents.push(content)
        known.add(key)
      }
      const addId = (id: string) => {
        if (!known.has(`id ${id}`)) ids.push(id)
        known.add(`id ${id}`)
      }
      for (const { content, id } of from) {
        if (content !== null) addContent(content)
        if (id !== null) addId(id)
      }
      // Both lists grow meanwhile; each entry is looked up once.
      for (let [content, id] = [0, 0]; content < contents.length || id < ids.length; ) {
        for (const next = contents.length; content < next; content++)
          for (const one of sharedIds.all(contents[content] ?? Buffer.alloc(0))) addId(one)
        for (const next = ids.length; id < next; id++)
          for (const one of contentsOfId.all(ids[id] ?? '')) addContent(one)
      }
      return { contents, ids }
    },
  }
}
