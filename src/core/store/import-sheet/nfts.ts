import type SqliteDatabase from 'better-sqlite3'

/** One NFT that a row is minted as. */
export interface NewNft {
  /** Its place in the file, from 0. */
  ordinal: number
  /** Its row. */
  pos: number
  /** The caller's own; of further copies of a row `<id>#2` …. */
  id: string | null
  /** The part of a made id that is its place; the run gives the rest (`store/journal/runs/nft-ids.ts`). */
  idMiddle: string
  quantity: number
  /** null: that of its row. */
  content: Buffer | null
  /** Under which key its metadata is kept, without the time of the run (`keyEnd`): near each other the same for equal texts. null where it has none of its own. */
  textKey: string | null
}

/** What writes down which NFTs the rows of an import are minted as. */
export function writingNfts(db: SqliteDatabase.Database) {
  const add = db.prepare(
    'INSERT INTO nfts (ordinal, pos, id, id_middle, quantity, content, text_key) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  return {
    clearNfts: () => db.exec('DELETE FROM nfts'),
    /** Adds some, in one transaction. */
    addNfts: db.transaction((nfts: readonly NewNft[]) => {
      for (const { ordinal, pos, id, idMiddle, quantity, content, textKey } of nfts)
        add.run(ordinal, pos, id, idMiddle, quantity, content, textKey)
    }),
  }
}
