import type SqliteDatabase from 'better-sqlite3'

/** One NFT that a row is minted as. */
export interface NewNft {
  /** Its place in the file, from 0. */
  ordinal: number
  pos: number
  /** The caller's own; for further copies of a row `<id>#2` …; null: the row names none. */
  id: string | null
  /** Its place as digits (`placeDigits`): part of the key of its metadata and, where `id` is null, of the id that it gets. */
  place: string
  quantity: number
  /** null: that of its row. */
  content: Buffer | null
  /** The `place` of the first NFT near it with the same metadata; null where that is this one, or there is none. */
  firstEqual: string | null
}

/** Writes which NFTs the rows of an import are minted as. */
export function writingNfts(db: SqliteDatabase.Database) {
  const add = db.prepare(
    'INSERT INTO nfts (ordinal, pos, id, place, quantity, content, first_equal) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  return {
    clearNfts: () => db.exec('DELETE FROM nfts'),
    /** Adds some, in one transaction. */
    addNfts: db.transaction((nfts: readonly NewNft[]) => {
      for (const { ordinal, pos, id, place, quantity, content, firstEqual } of nfts)
        add.run(ordinal, pos, id, place, quantity, content, firstEqual)
    }),
  }
}
