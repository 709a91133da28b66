/** Adds mints of a run to the journal, straight from the rows of its file: the import's database is attached as `sheet` (`attachedSheet`). */
import { randomUUID } from 'node:crypto'
import { CompiledQuery, sql, type Transaction } from 'kysely'
import { type CollectionRow, stateForMints, wantCollection } from '../../collections/collections.ts'
import { metadataKey } from '../../collections/metadata-keys.ts'
import { templatesFor } from '../../collections/templates-of-mints.ts'
import type { Database } from '../../tables/schema.ts'
import { takenActionIds } from '../actions.ts'
import type { GivenIds } from '../given-ids.ts'
import type { MintDraft } from '../mint-draft.ts'
import { heldIds } from '../mints.ts'
import { writtenState } from '../mints-now.ts'

/** One NFT of a run: where its row is in the sheet, and what that does not say. */
export interface RunMint {
  /** Its row (`rows.pos`). */
  pos: number
  /** Its place in the file, from 0, by which the mints of a run are ordered. */
  ordinal: number
  id: string
  /** The id is the caller's own, so that the collection may hold a mint of it. */
  isNamed: boolean
  /** null: that of the row. */
  contentHash: Buffer | null
  /** Hex SHA-256 of the row's metadata; null where the row has none of its own. */
  metadataHash: string | null
  amount: number
}

export interface AddMintsOptions {
  now: number
  runId: string
  /** Whether those are compressed whose row does not say it. */
  compressed: boolean
}

/**
 * Adds mints in their order, inside a transaction of the caller's, who has checked the supply. One whose id the collection holds already makes
 * nothing. What is in the sheet is copied by SQLite: no value of it passes through JavaScript.
 * @returns how many were made
 * @throws CoreError `supply.exceeded` when a template's own limit does not allow all of them; `collection.failed` when the contract could not be
 *   deployed.
 */
export async function addRunMints(
  tx: Transaction<Database>,
  collection: CollectionRow,
  mints: readonly RunMint[],
  { now, runId, compressed }: AddMintsOptions,
): Promise<number> {
  const ids = givenIds(mints)
  const fresh = withoutHeld(mints, await heldIds(tx, collection.pk, ids))
  if (fresh.length === 0) return 0
  if ((await stateForMints(tx, collection.pk)) === 'new') await wantCollection(tx, collection, now)
  const copies = collection.fungibility === 'semi-fungible'
  const given: GivenValues = {
    texts: new Map(),
    // Templates are known by hashes, so copies always have them.
    keyOf: copies ? (hash) => hash : (hash, order) => metadataKey(hash, now, order),
    templates: copies ? await templatesFor(tx, collection, await draftsOf(tx, collection, fresh, compressed), now) : [],
    taken: await takenActionIds(tx, collection.project_id, ids),
    hasSeldom: false,
  }
  const values = JSON.stringify(fresh.map((mint, place) => valuesOf(mint, place, given)))
  const texts = JSON.stringify([...given.texts.values()].map(({ key, pos }) => [key, pos]))
  await tx.executeQuery(CompiledQuery.raw(addTexts, [texts]))
  const last = await lastKey(tx)
  const { chain } = collection
  const shared = [collection.pk, runId, writtenState('queued'), now, chain.length + 1, `${chain}:`, chain.length + 2]
  const statement = given.hasSeldom ? addMints.all : addMints.usual
  await tx.executeQuery(CompiledQuery.raw(statement, [...shared, compressed ? 1 : 0, values]))
  const made = (await lastKey(tx)) - last
  if (made !== fresh.length)
    throw new Error(`${fresh.length} rows of the run ${runId} are to be added, and the sheet has ${made}`)
  await tx.executeQuery(CompiledQuery.raw(enter.waiting, [last]))
  await tx.executeQuery(CompiledQuery.raw(enter.blocks, [collection.pk, last]))
  await tx.executeQuery(CompiledQuery.raw(enter.actionIds, [collection.project_id, last]))
  await tx.executeQuery(CompiledQuery.raw(enter.contents, [last]))
  return made
}

function givenIds(mints: readonly RunMint[]): GivenIds {
  return {
    named: mints.flatMap(({ id, isNamed }) => (isNamed ? [id] : [])),
    ofRun: mints.flatMap(({ id, isNamed }) => (isNamed ? [] : [id])),
  }
}

/** Those that the collection does not hold, each id once. */
function withoutHeld(mints: readonly RunMint[], held: ReadonlySet<string>): readonly RunMint[] {
  if (held.size === 0 && !mints.some(({ isNamed }) => isNamed)) return mints
  const seen = new Set(held)
  return mints.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** What the values of mints are made from, beside their rows. */
interface GivenValues {
  /** Texts of metadata by their hashes: each is kept once, under a key, and copied from a row. */
  texts: Map<string, { key: string; pos: number }>
  keyOf(hash: string, order: number): string
  /** Of copies, in the order of the mints; of others none. */
  templates: readonly number[]
  /** Action ids that others bear. */
  taken: ReadonlySet<string>
  /** Whether some mint has what only `addMints.all` adds. */
  hasSeldom: boolean
}

/** The values of a mint, as `addMints` reads them. */
function valuesOf({ pos, ordinal, id, contentHash, metadataHash, amount }: RunMint, place: number, given: GivenValues) {
  const key = metadataHash === null ? null : keyOfText(metadataHash, pos, given)
  const template = given.templates[place] ?? null
  const isTaken = given.taken.has(id)
  if (!isTaken && contentHash === null && template === null) return [pos, ordinal, id, key, amount]
  given.hasSeldom = true
  return [pos, ordinal, id, key, amount, isTaken ? randomUUID() : id, contentHash?.toString('hex') ?? null, template]
}

function keyOfText(hash: string, pos: number, { texts, keyOf }: GivenValues): string {
  const known = texts.get(hash)
  if (known) return known.key
  const key = keyOf(hash, texts.size)
  texts.set(hash, { key, pos })
  return key
}

const addTexts = `
  insert into metadata (hash, json) select d.value ->> 0, r.metadata
  from json_each(?) as d cross join sheet.rows as r on r.pos = d.value ->> 1
  where true on conflict do nothing`

/** The statement for mints of which some have an action id of their own, another content than their row's, or a template; and that for all others. */
const addMints = {
  all: insertMints([
    'coalesce(d.value ->> 5, d.value ->> 2)',
    'coalesce(unhex(d.value ->> 6), r.content)',
    'd.value ->> 7',
  ]),
  usual: insertMints(['d.value ->> 2', 'r.content', 'null']),
}

function insertMints([action, content, template]: readonly [string, string, string]): string {
  // An address locator is `<chain>:<address>`; users' wallets are derived when their batch is composed.
  return `
    insert into mints (collection_pk, run_id, state, created_at, id, action_id, row, ordinal, recipient, address,
      metadata_hash, metadata_uri, reupload, content_hash, template_pk, amount, compressed)
    select ?, ?, ?, ?, d.value ->> 2, ${action}, r.row, d.value ->> 1, r.recipient,
      iif(substr(r.recipient, 1, ?) = ?, substr(r.recipient, ?), null), d.value ->> 3, r.metadata_uri, 1,
      ${content}, ${template}, d.value ->> 4, coalesce(r.compressed, ?)
    from json_each(?) as d cross join sheet.rows as r on r.pos = d.value ->> 0`
}

/** Those behind a key, in the order of their keys, so that each table grows at its end; for mints of the API a trigger does that, one by one. */
const enter = {
  waiting: 'insert into waiting select collection_pk, run_id, pk from mints where pk > ? order by pk',
  blocks: `
    insert into mint_blocks select ?, pk >> 10, count(*) from mints where pk > ? group by 2
    on conflict do update set size = size + excluded.size`,
  actionIds: `
    insert into action_ids select (select idx from projects where id = ?), action_id, pk from mints where pk > ?
    order by action_id`,
  contents: `
    insert into unindexed_contents select ? + 1 where not exists (select 1 from unindexed_contents)`,
}

/** The last key that was given to a mint. In one transaction nobody else's come behind it. */
async function lastKey(tx: Transaction<Database>): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = 'mints'`.execute(tx)
  return rows[0]?.seq ?? 0
}

interface SheetRow {
  row: number
  recipient: string
  metadata: string | null
  metadataUri: string | null
  content: Buffer
  compressed: number | null
}

/** Mints with all that their rows say, in their order: what is changed of a mint that is there is not copied. */
export async function draftsOf(
  tx: Transaction<Database>,
  { chain }: CollectionRow,
  mints: readonly RunMint[],
  compressed: boolean,
): Promise<MintDraft[]> {
  const { rows } = await sql<SheetRow>`
    select r.row, r.recipient, r.metadata, r.metadata_uri as metadataUri, r.content, r.compressed
    from json_each(${JSON.stringify(mints.map(({ pos }) => pos))}) as d cross join sheet.rows as r on r.pos = d.value
    order by d.key`.execute(tx)
  return mints.map((mint, place) => {
    const row = rows[place]
    if (row === undefined) throw new Error(`the sheet has no row ${mint.pos} any more`)
    return draftOf(row, mint, chain, compressed)
  })
}

function draftOf(row: SheetRow, mint: RunMint, chain: string, compressed: boolean): MintDraft {
  const { recipient, metadata, metadataUri } = row
  return {
    id: mint.id,
    recipient,
    address: recipient.startsWith(`${chain}:`) ? recipient.slice(chain.length + 1) : null,
    metadata: metadataOf(metadata, mint.metadataHash, metadataUri),
    reupload: true,
    compressed: row.compressed === null ? compressed : row.compressed === 1,
    contentHash: mint.contentHash ?? row.content,
    amount: mint.amount,
    row: row.row,
    ordinal: mint.ordinal,
  }
}

function metadataOf(json: string | null, hash: string | null, uri: string | null): MintDraft['metadata'] {
  if (json !== null && hash !== null) return { json, hash }
  return uri === null ? null : { uri }
}
