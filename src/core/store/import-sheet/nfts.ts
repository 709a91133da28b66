import type SqliteDatabase from 'better-sqlite3'

/** One NFT that a row is minted as. */
export interface NewNft {
  /** Its place in the file, from 0. */
  ordinal: number
  /** Its row. */
  pos: number
  /** The caller's own; of further copies of a row `<id>#2` …. */
  id: string | null
  quantity: number
  /** null: that of its row. */
  content: Buffer | null
  /** The place of the first one near it that has the same metadata, which may be itself; null where it has none of its own. */
  sameText: number | null
}

/** What writes down which NFTs the rows of an import are minted as. */
export function writingNfts(db: SqliteDatabase.Database) {
  const add = db.prepare('INSERT INTO nfts (ordinal, pos, id, quantity, content, same_text) VALUES (?, ?, ?, ?, ?, ?)')
  return {
    clearNfts: () => db.exec('DELETE FROM nfts'),
    /** Adds some, in one transaction. */
    addNfts: db.transaction((nfts: readonly NewNft[]) => {
      for (const { ordinal, pos, id, quantity, content, sameText } of nfts)
        add.run(ordinal, pos, id, quantity, content, sameText)
    }),
  }
}
