/** Adds mints of a run to the journal, straight from the rows of its file: the import's database is attached as `sheet` (`attachedSheet`). */
import { randomUUID } from 'node:crypto'
import { CompiledQuery, sql, type Transaction } from 'kysely'
import { type CollectionRow, stateForMints, wantCollection } from '../../collections/collections.ts'
import { keyBegin, keySql } from '../../collections/metadata-keys.ts'
import { templatesFor } from '../../collections/templates-of-mints.ts'
import type { Database } from '../../tables/schema.ts'
import { takenActionIds } from '../actions.ts'
import type { MintDraft } from '../mint-draft.ts'
import { writtenState } from '../mints-now.ts'
import { idEnds, nftIdsOf } from './nft-ids.ts'

/** A range of a file's NFTs: those at the places (`nfts.ordinal`) from `first` to before `end`, without what the run leaves out. */
export interface NftRange {
  first: number
  end: number
  leftOut: readonly number[]
}

export interface AddMintsOptions {
  now: number
  runId: string
  /** When the run was made, ms since 1970. */
  runCreatedAt: number
  /** Whether NFTs are compressed whose rows do not say it. */
  compressed: boolean
}

/**
 * Adds mints in order, in the caller's transaction; the caller has checked the supply. An NFT whose id the collection already has makes no mint.
 * SQLite copies the sheet's values: none passes through JavaScript.
 * @returns how many were made
 * @throws CoreError `supply.exceeded` when a template's own limit does not allow all of them; `collection.failed` when the contract could not be
 *   deployed.
 */
export async function addRunMints(
  tx: Transaction<Database>,
  collection: CollectionRow,
  nfts: NftRange,
  options: AddMintsOptions,
): Promise<number> {
  const { now, runId, runCreatedAt, compressed } = options
  const last = await lastKey(tx)
  const taken = await takenIds(tx, collection, nfts, runId)
  const copies = collection.fungibility === 'semi-fungible'
  // Templates are found by hashes, so copies always have hashes as keys.
  const { texts, mints } = copies ? byHash : byKey
  const key = copies ? [] : [keyBegin(runCreatedAt)]
  const range = valuesOf(nfts)
  await tx.executeQuery(CompiledQuery.raw(texts, [...key, ...range]))
  const { chain } = collection
  const { begin, end } = idEnds(runId)
  const shared = [collection.pk, runId, writtenState('queued'), now, begin, end, begin, end]
  const address = [chain.length + 1, `${chain}:`, chain.length + 2]
  const { numAffectedRows } = await tx.executeQuery(
    CompiledQuery.raw(mints, [...shared, ...address, ...key, compressed ? 1 : 0, ...range]),
  )
  const made = Number(numAffectedRows ?? 0)
  if (made === 0) return 0
  if ((await stateForMints(tx, collection.pk)) === 'new') await wantCollection(tx, collection, now)
  if (taken.size > 0) await giveOtherActionIds(tx, last, taken)
  if (copies) await giveTemplates(tx, collection, last, options)
  await tx.executeQuery(CompiledQuery.raw(enter.waiting, [last]))
  await tx.executeQuery(CompiledQuery.raw(enter.blocks, [collection.pk, last]))
  await tx.executeQuery(CompiledQuery.raw(enter.actionIds, [collection.project_id, last]))
  await tx.executeQuery(CompiledQuery.raw(enter.contents, [last]))
  return made
}

const inRange = 'n.ordinal >= ? and n.ordinal < ? and n.ordinal not in (select value from json_each(?))'
const valuesOf = ({ first, end, leftOut }: NftRange) => [first, end, JSON.stringify(leftOut)]
const id = 'coalesce(n.id, ? || n.place || ?)'

const byHash = statementsWith('r.metadata_hash')
const byKey = statementsWith(keySql('coalesce(n.first_equal, n.place)', 'r.metadata_hash'))

/** @param key under which the metadata of a row is kept */
function statementsWith(key: string): { texts: string; mints: string } {
  const from = `from sheet.nfts as n cross join sheet.rows as r on r.pos = n.pos where ${inRange}`
  return {
    texts: `
      insert into metadata (hash, json) select ${key}, r.metadata ${from} and r.metadata_hash is not null
      order by n.ordinal on conflict do nothing`,
    // An address locator is `<chain>:<address>`; users' wallets are derived when their batch is composed.
    mints: `
      insert into mints (collection_pk, run_id, state, created_at, id, action_id, row, ordinal, recipient, address,
        metadata_hash, metadata_uri, reupload, content_hash, amount, compressed)
      select ?, ?, ?, ?, ${id}, ${id}, r.row, n.ordinal, r.recipient,
        iif(substr(r.recipient, 1, ?) = ?, substr(r.recipient, ?), null),
        ${key}, r.metadata_uri, 1, coalesce(n.content, r.content), n.quantity, coalesce(r.compressed, ?)
      ${from} order by n.ordinal on conflict (collection_pk, id) do nothing`,
  }
}

/** Enter the mints behind a key into other tables, in order, so that each grows at its end. For API mints a trigger does that one by one. */
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

/** The last key that was given to a mint. Until the transaction ends, only its own mints get keys behind it. */
async function lastKey(tx: Transaction<Database>): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = 'mints'`.execute(tx)
  return rows[0]?.seq ?? 0
}

/** How many of these NFTs the sheet has with their rows, and how many units of the supply they are. */
export async function countNfts(tx: Transaction<Database>, nfts: NftRange): Promise<{ mints: number; units: number }> {
  const count = `select count(*) as mints, coalesce(sum(n.quantity), 0) as units from sheet.nfts as n
    cross join sheet.rows as r on r.pos = n.pos where ${inRange}`
  const { rows } = await tx.executeQuery<{ mints: number; units: number }>(CompiledQuery.raw(count, valuesOf(nfts)))
  return rows[0] ?? { mints: 0, units: 0 }
}

/** Those of these NFTs whose rows name an id. */
export async function namedNfts(tx: Transaction<Database>, nfts: NftRange): Promise<{ ordinal: number; id: string }[]> {
  const named = `select ordinal, id from sheet.nfts as n where ${inRange} and id is not null order by ordinal`
  const { rows } = await tx.executeQuery<{ ordinal: number; id: string }>(CompiledQuery.raw(named, valuesOf(nfts)))
  return rows
}

/** Ids of these NFTs that other actions of the project have. */
async function takenIds(
  tx: Transaction<Database>,
  { project_id }: CollectionRow,
  nfts: NftRange,
  runId: string,
): Promise<Set<string>> {
  const named = (await namedNfts(tx, nfts)).map(({ id }) => id)
  const idAt = nftIdsOf(runId)
  return await takenActionIds(tx, project_id, { named, ofRun: [idAt(nfts.first), idAt(nfts.end - 1)] })
}

/** Gives mints behind a key other action ids where their own ids are taken. */
async function giveOtherActionIds(tx: Transaction<Database>, last: number, taken: ReadonlySet<string>): Promise<void> {
  const others = JSON.stringify([...taken].map((id) => [id, randomUUID()]))
  await sql`update mints set action_id = d.value ->> 1 from json_each(${others}) as d
            where mints.pk > ${last} and mints.id = d.value ->> 0`.execute(tx)
}

/** Gives copies behind a key their templates. */
async function giveTemplates(
  tx: Transaction<Database>,
  collection: CollectionRow,
  last: number,
  { now, compressed }: AddMintsOptions,
): Promise<void> {
  const made = await tx
    .selectFrom('mints')
    .select(['pk', 'ordinal'])
    .where('pk', '>', last)
    .orderBy('pk')
    .$narrowType<{ ordinal: number }>()
    .execute()
  const ordinals = made.map(({ ordinal }) => ordinal)
  const drafts = await draftsOf(tx, collection, ordinals, compressed)
  const templates = await templatesFor(tx, collection, drafts, now)
  const given = JSON.stringify(made.map(({ pk }, place) => [pk, templates[place]]))
  await sql`update mints set template_pk = d.value ->> 1 from json_each(${given}) as d where mints.pk = d.value ->> 0`.execute(
    tx,
  )
}

interface SheetNft {
  ordinal: number
  quantity: number
  row: number
  recipient: string
  metadata: string | null
  metadataHash: string | null
  metadataUri: string | null
  content: Buffer
  compressed: number | null
}

/** The NFTs at these places, in this order, with all that their rows say: for templates, and for existing mints that change. */
export async function draftsOf(
  tx: Transaction<Database>,
  { chain }: CollectionRow,
  ordinals: readonly number[],
  compressed: boolean,
): Promise<MintDraft[]> {
  const { rows } = await sql<SheetNft>`
    select n.ordinal, n.quantity, r.row, r.recipient, r.metadata, r.metadata_hash as metadataHash,
      r.metadata_uri as metadataUri, coalesce(n.content, r.content) as content, r.compressed
    from json_each(${JSON.stringify(ordinals)}) as d cross join sheet.nfts as n on n.ordinal = d.value
      cross join sheet.rows as r on r.pos = n.pos
    order by d.key`.execute(tx)
  if (rows.length !== ordinals.length) throw new Error(`the sheet has ${rows.length} of ${ordinals.length} NFTs`)
  return rows.map((nft) => draftOf(nft, chain, compressed))
}

function draftOf(nft: SheetNft, chain: string, compressed: boolean): MintDraft {
  const { recipient, metadata, metadataHash, metadataUri } = nft
  return {
    recipient,
    address: recipient.startsWith(`${chain}:`) ? recipient.slice(chain.length + 1) : null,
    metadata: metadataOf(metadata, metadataHash, metadataUri),
    reupload: true,
    compressed: nft.compressed === null ? compressed : nft.compressed === 1,
    contentHash: nft.content,
    amount: nft.quantity,
    row: nft.row,
    ordinal: nft.ordinal,
  }
}

function metadataOf(json: string | null, hash: string | null, uri: string | null): MintDraft['metadata'] {
  if (json !== null && hash !== null) return { json, hash }
  return uri === null ? null : { uri }
}
