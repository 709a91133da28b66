import { sql, type Transaction } from 'kysely'
import type { CollectionRow } from '../../src/core/store/collections/collections.ts'
import type { MintDraft } from '../../src/core/store/journal/mint-draft.ts'
import { addRunMints, type RunMint } from '../../src/core/store/journal/runs/add-mints.ts'
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
        const mints = drafts.map(mintOf)
        await addRunMints(tx, collection, mints, { now, runId, compressed: false })
        await keepLinks(tx, drafts)
      })
    } finally {
      await sheet.detach()
    }
  })
}

async function fill(db: Store, drafts: readonly MintDraft[]): Promise<void> {
  await sql`create table sheet.rows (pos integer primary key, row integer, recipient text, metadata text, metadata_uri text,
    content blob, compressed integer)`.execute(db)
  for (const [place, { row, recipient, metadata, contentHash, compressed }] of drafts.entries()) {
    const json = metadata !== null && 'json' in metadata ? metadata.json : null
    const uri = metadata !== null && 'uri' in metadata ? metadata.uri : null
    await sql`insert into sheet.rows values (${place + 1}, ${row ?? place + 2}, ${recipient}, ${json}, ${uri}, ${contentHash},
      ${compressed === undefined ? null : Number(compressed)})`.execute(db)
  }
}

function mintOf({ id, ordinal, metadata, amount = 1 }: MintDraft & { id: string }, place: number): RunMint {
  const metadataHash = metadata !== null && 'hash' in metadata ? metadata.hash : null
  return { pos: place + 1, ordinal: ordinal ?? place, id, isNamed: true, contentHash: null, metadataHash, amount }
}

/** Those of a file always have their links replaced; of a draft that says otherwise they stay. */
async function keepLinks(tx: Transaction<Database>, drafts: readonly (MintDraft & { id: string })[]): Promise<void> {
  const kept = drafts.flatMap(({ id, reupload }) => (reupload ? [] : [id]))
  await sql`update mints set reupload = 0 where id in (select value from json_each(${JSON.stringify(kept)}))`.execute(
    tx,
  )
}
