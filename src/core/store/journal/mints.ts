import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import { type CollectionRow, stateForMints, wantCollection } from '../collections/collections.ts'
import type { MetadataKeys } from '../collections/metadata-keys.ts'
import { requireSupply } from '../collections/supply.ts'
import { templatesFor } from '../collections/templates-of-mints.ts'
import { rowInserter } from '../sqlite/insert-rows.ts'
import type { Database } from '../tables/schema.ts'
import { takenActionIds } from './actions.ts'
import { conditionsOf, type GivenIds } from './given-ids.ts'
import type { MintDraft } from './mint-draft.ts'
import { writtenState } from './mints-now.ts'

export interface EnqueuedMint {
  id: string
  /** False where the collection held a mint of that id already: nothing was made. */
  created: boolean
  /** The action's id, where a mint was made: differs from `id` where another action of the project has that. */
  actionId?: string
}

export interface EnqueueOptions {
  now: number
  /** Makes the keys of metadata texts, by default their hashes. Copies always have hashes, by which templates are found. */
  keys?: MetadataKeys
}

const insertMints = rowInserter('mints', [
  ...['collection_pk', 'state', 'created_at', 'id', 'action_id', 'recipient', 'address'],
  ...['metadata_hash', 'metadata_uri', 'reupload', 'content_hash', 'template_pk', 'amount', 'compressed'],
])
const insertTexts = rowInserter('metadata', ['hash', 'json'], 'on conflict do nothing')

/** How many rows are entered at a time: about 5 ms of work, after which other requests get a turn. */
const chunk = 1_000

/**
 * Adds API mints to the journal, in the caller's transaction: all of them, or (when it throws) none. The caller wakes the engine for the
 * collection after the commit. Mints of runs come from a file (`addRunMints`). A draft whose id the collection already has makes nothing.
 *
 * @returns one entry per draft, in their order.
 * @throws CoreError `supply.exceeded` when the collection's supply limit does not allow all of them; `collection.failed` when its
 *   contract could not be deployed.
 */
export async function enqueueMints(
  tx: Transaction<Database>,
  collection: CollectionRow,
  drafts: readonly MintDraft[],
  { now, keys }: EnqueueOptions,
): Promise<EnqueuedMint[]> {
  const ids: GivenIds = {
    named: drafts.flatMap(({ id }) => id ?? []),
    ofRun: [],
  }
  const held = await heldIds(tx, collection.pk, ids)
  const seen = new Set<string>()
  const results: EnqueuedMint[] = []
  const newId = neighbouringIds()
  const fresh: { draft: MintDraft; mint: EnqueuedMint }[] = []
  for (const draft of drafts) {
    const id = draft.id ?? newId()
    const created = !held.has(id) && !seen.has(id)
    seen.add(id)
    const mint = { id, created }
    results.push(mint)
    if (created) fresh.push({ draft, mint })
  }
  if (fresh.length === 0) return results
  const copies = collection.fungibility === 'semi-fungible'
  await requireSupply(tx, collection.pk, copies ? unitsOf(fresh) : fresh.length)
  if ((await stateForMints(tx, collection.pk)) === 'new') await wantCollection(tx, collection, now)
  const taken = await takenActionIds(tx, collection.project_id, ids)
  for (const { mint } of fresh) mint.actionId = taken.has(mint.id) ? randomUUID() : mint.id
  const keyOf = (hash: string): string => (keys && !copies ? keys(hash, now) : hash)
  const metadataSeen = new Set<string>()
  for (let from = 0; from < fresh.length; from += chunk) {
    if (from > 0) await setImmediate()
    const part = fresh.slice(from, from + chunk)
    await insertMetadata(tx, part, keyOf, metadataSeen)
    const ofPart = part.map(({ draft }) => draft)
    const templates = copies ? await templatesFor(tx, collection, ofPart, now) : []
    const rows = part.map(({ draft, mint }, place) => [
      collection.pk,
      writtenState('queued'),
      now,
      mint.id,
      mint.actionId,
      draft.recipient,
      draft.address,
      draft.metadata && 'hash' in draft.metadata ? keyOf(draft.metadata.hash) : null,
      draft.metadata && 'uri' in draft.metadata ? draft.metadata.uri : null,
      draft.reupload ? 1 : 0,
      draft.contentHash,
      templates[place] ?? null,
      draft.amount ?? 1,
      draft.compressed ? 1 : 0,
    ])
    await insertMints(tx, rows)
  }
  return results
}

/**
 * Makes UUIDs (version 4). All ids of one generator share the first 32 random bits: they are neighbours in the indexes, so many of them
 * write few pages.
 */
function neighbouringIds(): () => string {
  const first = randomUUID().slice(0, 8)
  return () => `${first}${randomUUID().slice(8)}`
}

function unitsOf(fresh: readonly { draft: MintDraft }[]): number {
  return fresh.reduce((sum, { draft }) => sum + (draft.amount ?? 1), 0)
}

/** Which of these ids mints of the collection already have. */
export async function heldIds(
  db: Kysely<Database> | Transaction<Database>,
  pk: number,
  ids: GivenIds,
): Promise<Set<string>> {
  const held = new Set<string>()
  for (const which of conditionsOf(ids)) {
    const { rows } = await sql<{ id: string }>`select id from mints where collection_pk = ${pk} and ${which}`.execute(
      db,
    )
    for (const { id } of rows) held.add(id)
  }
  return held
}

async function insertMetadata(
  tx: Transaction<Database>,
  part: readonly { draft: MintDraft }[],
  keyOf: (hash: string) => string,
  seen: Set<string>,
): Promise<void> {
  const texts: [string, string][] = []
  for (const { draft } of part) {
    if (!draft.metadata || !('hash' in draft.metadata) || seen.has(draft.metadata.hash)) continue
    seen.add(draft.metadata.hash)
    texts.push([keyOf(draft.metadata.hash), draft.metadata.json])
  }
  await insertTexts(tx, texts)
}

/** The first and the last API mint of a collection that waits for a batch. */
export interface WaitingMints {
  first: { pk: number; createdAt: number }
  last: { pk: number; createdAt: number }
}

const waitingText = `
  select pk, (select created_at from mints where mints.pk = ends.pk) as createdAt from (
    select min(mint_pk) as pk from waiting where collection_pk = ? and run_id = ''
    union all
    select max(mint_pk) from waiting where collection_pk = ? and run_id = '') as ends where pk is not null`

/** The first and the last API mint that waits in a collection; null when none does. */
export async function waitingMints(db: Kysely<Database>, collectionPk: number): Promise<WaitingMints | null> {
  const { rows } = await db.executeQuery<WaitingMints['first']>(
    CompiledQuery.raw(waitingText, [collectionPk, collectionPk]),
  )
  const [first, last] = rows
  return first && last ? { first, last } : null
}
