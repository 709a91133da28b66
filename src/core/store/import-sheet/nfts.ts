import type SqliteDatabase from 'better-sqlite3'

/** One NFT that a row is minted as. */
export interface NewNft {
  /** Its place in the file, from 0. */
  ordinal: number
  /** Its row. */
  pos: number
  /** The caller's own; of further copies of a row `<id>#2` …. */
  id: string | null
  /** Its place as it stands in the key of its metadata, and in the id that it is given where that is null (`placeDigits`). */
  place: string
  quantity: number
  /** null: that of its row. */
  content: Buffer | null
  /** The place of the first one near it that has the same metadata; null where that is itself, or there is none. */
  firstEqual: string | null
}

/** What writes down which NFTs the rows of an import are minted as. */
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
