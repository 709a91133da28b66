import { sql, type Transaction } from 'kysely'
import type { CollectionRow } from '../../src/core/store/collections/collections.ts'
import type { MintDraft } from '../../src/core/store/journal/mint-draft.ts'
import { addRunMints } from '../../src/core/store/journal/runs/add-mints.ts'
import { placeDigits } from '../../src/core/store/journal/runs/nft-ids.ts'
import { attachedSheet } from '../../src/core/store/sqlite/attached-sheet.ts'
import type { Store } from '../../src/core/store/sqlite/open.ts'
import type { Database } from '../../src/core/store/tables/schema.ts'

export interface MintsOfRun {
  now: number
  runId: string
  /** What is written with them, in their commit. */
  before?: (tx: Transaction<Database>) => Promise<unknown>
}

/** Adds mints to a run as the rows of its file come, from a sheet that lies in memory. */
export function addMintsOfRun(
  db: Store,
  collection: CollectionRow,
  drafts: readonly (MintDraft & { id: string })[],
  { now, runId, before }: MintsOfRun,
): Promise<void> {
  return db.connection().execute(async (connection) => {
    const sheet = attachedSheet(connection)
    await sheet.attach(':memory:')
    try {
      await fill(connection, drafts)
      await connection.transaction().execute(async (tx) => {
        await before?.(tx)
        const end = 1 + drafts.reduce((last, { ordinal }, place) => Math.max(last, ordinal ?? place), 0)
        const all = { first: 0, end, leftOut: [] }
        await addRunMints(tx, collection, all, { now, runId, runCreatedAt: now, compressed: false })
        await keepLinks(tx, drafts)
      })
    } finally {
      await sheet.detach()
    }
  })
}

async function fill(db: Store, drafts: readonly (MintDraft & { id: string })[]): Promise<void> {
  await sql`create table sheet.rows (pos integer primary key, row integer, recipient text, metadata text, metadata_hash text,
    metadata_uri text, content blob, compressed integer)`.execute(db)
  await sql`create table sheet.nfts (ordinal integer primary key, pos integer, id text, place text, quantity integer, content blob,
    first_equal text)`.execute(db)
  for (const [place, draft] of drafts.entries()) {
    const { id, row, ordinal = place, recipient, metadata, contentHash, compressed, amount = 1 } = draft
    const text = metadata !== null && 'json' in metadata ? metadata : null
    const uri = metadata !== null && 'uri' in metadata ? metadata.uri : null
    await sql`insert into sheet.rows values (${place + 1}, ${row ?? place + 2}, ${recipient}, ${text?.json ?? null},
      ${text?.hash ?? null}, ${uri}, ${contentHash}, ${compressed === undefined ? null : Number(compressed)})`.execute(
      db,
    )
    await sql`insert into sheet.nfts values (${ordinal}, ${place + 1}, ${id}, ${placeDigits(ordinal)}, ${amount}, null,
      null)`.execute(db)
  }
}

/** Those of a file always have their links replaced; of a draft that says otherwise they stay. */
async function keepLinks(tx: Transaction<Database>, drafts: readonly (MintDraft & { id: string })[]): Promise<void> {
  const kept = drafts.flatMap(({ id, reupload }) => (reupload ? [] : [id]))
  await sql`update mints set reupload = 0 where id in (select value from json_each(${JSON.stringify(kept)}))`.execute(
    tx,
  )
}
