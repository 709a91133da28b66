/**
 * The current state of a mint. Its own row says that it failed, was cancelled or was found on the chain; otherwise the row says `open`, because
 * writing 500 wide rows takes longer than everything else of a batch. The narrow table `members` says whether an open mint is in a batch, and
 * the batch's row whether that was minted. All code that needs a mint's state, batch, token or end uses this file. Minted copies say
 * `succeeded` in their own rows, over which templates' figures are counted.
 */
import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { MintState } from '../../journal/states.ts'
import type { MembersTable, MintsTable, WrittenMintState } from '../tables/journal.ts'
import type { Database } from '../tables/schema.ts'
import { listed } from './states-sql.ts'

type Db = Kysely<Database> | Transaction<Database>

/** A mint as it is now. */
export type MintNow = Omit<Selectable<MintsTable>, 'state'> & { state: MintState }

const memberOf = (what: keyof MembersTable, mints: string): string =>
  `(select members.${what} from members where members.mint_pk = ${mints}.pk)`
const ofBatch = (what: string, mints: string): string =>
  `(select ${what} from batches where batches.pk = ${memberOf('batch_pk', mints)})`
const ofMintedBatch = (what: string, mints: string): string =>
  `(select ${what} from batches where batches.pk = ${memberOf('batch_pk', mints)} and batches.state = 'succeeded')`

/** What a mint is now, as SQL text, for statements written as text. @param mints the table's name in the statement */
export const nowText = {
  state: (mints: string) =>
    `iif(${mints}.state <> 'open', ${mints}.state,
      coalesce(${ofBatch("iif(batches.state = 'succeeded', 'succeeded', 'composed')", mints)}, 'queued'))`,
  tokenId: (mints: string) =>
    `coalesce(${mints}.token_id, ${ofMintedBatch(`batches.first_token_id + ${memberOf('place', mints)}`, mints)})`,
  completedAt: (mints: string) => `coalesce(${mints}.completed_at, ${ofMintedBatch('batches.settled_at', mints)})`,
  batchPk: (mints: string) => memberOf('batch_pk', mints),
  /** Whether a mint is in one of these states. The condition tests its own row first, which may suffice. */
  isIn(states: readonly MintState[], mints: string): string {
    const written = states.map(writtenState)
    const own = `${mints}.state in (${listed([...new Set(written)])})`
    return written.includes('open') || states.includes('succeeded')
      ? `(${mints}.state in (${listed([...new Set([...written, 'open'])])}) and ${nowText.state(mints)} in (${listed(states)}))`
      : own
  },
} as const

/** What the statements write into a mint's own row for a state: `open` for `queued` and `composed`. */
export function writtenState<State extends MintState>(state: State) {
  return (state === 'queued' || state === 'composed' ? 'open' : state) as WrittenMintState
}

/** @param mints the table's name in the statement */
export const stateNow = (mints = 'mints'): RawBuilder<MintState> => sql.raw(nowText.state(mints))
export const tokenNow = (mints = 'mints'): RawBuilder<number | null> => sql.raw(nowText.tokenId(mints))
export const completedNow = (mints = 'mints'): RawBuilder<number | null> => sql.raw(nowText.completedAt(mints))
export const batchOf = (mints = 'mints'): RawBuilder<number | null> => sql.raw(nowText.batchPk(mints))
export const isNow = (states: readonly MintState[], mints = 'mints'): RawBuilder<SqlBool> =>
  sql.raw(nowText.isIn(states, mints))
/** Whether a mint is in no batch. A succeeded mint in no batch was found on the chain. */
export const inNoBatch = (mints = 'mints'): RawBuilder<SqlBool> => sql.raw(`${nowText.batchPk(mints)} is null`)

/** Whether a mint of a collection has a token, by its own row (`own`: a further condition on that) or by its batch; not for copies. */
export function bearsToken(collectionPk: string, tokenId: string, own = ''): RawBuilder<SqlBool> {
  return sql.raw(`(exists (
      select 1 from mints where mints.collection_pk = ${collectionPk} and mints.token_id = ${tokenId} ${own})
    or ${tokenId} < coalesce((select first_token_id + size from batches where batches.collection_pk = ${collectionPk}
      and batches.state = 'succeeded' and batches.first_token_id <= ${tokenId} order by first_token_id desc limit 1), 0))`)
}

/** The keys of the mints of a collection that bear one of these tokens. @param tokenIds a JSON list */
export function mintsOfTokens(collectionPk: number, tokenIds: string): RawBuilder<number> {
  return sql`(
    select pk from mints where collection_pk = ${collectionPk} and token_id in (select value from json_each(${tokenIds}))
    union all
    select mints.pk from json_each(${tokenIds}) as token
      cross join batches on batches.pk = (
        select pk from batches where collection_pk = ${collectionPk} and state = 'succeeded' and first_token_id <= token.value
          order by first_token_id desc limit 1)
      cross join members on members.batch_pk = batches.pk and members.place = token.value - batches.first_token_id
      cross join mints on mints.pk = members.mint_pk
      where mints.template_pk is null)`
}

/** Every other column; the type makes a forgotten column a compile error. */
const asWritten: Readonly<Record<Exclude<keyof MintsTable, 'state' | 'token_id' | 'completed_at'>, true>> = {
  ...{ pk: true, collection_pk: true, id: true, action_id: true, run_id: true, row: true, ordinal: true },
  ...{ recipient: true, address: true, metadata_hash: true, metadata_uri: true, resolved_hash: true, reupload: true },
  ...{ content_hash: true, tx_hash: true, error_code: true, error_message: true },
  ...{ created_at: true, recovered: true, template_pk: true, amount: true, compressed: true },
  ...{ token_uri: true, token_address: true },
}
const written = Object.keys(asWritten) as (keyof typeof asWritten)[]

/** Mints as they are now, with their batch and their place in it, to be read like a table. */
export function mintsNow(db: Db) {
  return db.selectFrom((eb) =>
    eb
      .selectFrom('mints')
      .leftJoin('members', 'members.mint_pk', 'mints.pk')
      .select(written)
      .select(['members.batch_pk', 'members.place'])
      .select([stateNow().as('state'), tokenNow().as('token_id'), completedNow().as('completed_at')])
      .as('mints'),
  )
}
