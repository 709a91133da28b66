/**
 * What a mint is now. That a batch was minted is written down once, in the batch's own row: the rows of its mints still say `composed`, and
 * hold no token, since writing 500 wide rows a second time took as long as all else of a batch. Whoever asks for the state, the token or
 * the end of a mint that a batch may have minted asks here. Copies have templates, whose figures are counted over the mints'
 * own rows: those say it themselves, as does a mint that was found on the chain.
 */
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { MintState } from '../journal/states.ts'
import type { Database } from './schema.ts'
import type { MintsTable } from './tables/journal.ts'

type Db = Kysely<Database> | Transaction<Database>

const ofBatch = (what: string, mints: string): string =>
  `(select ${what} from batches where batches.pk = ${mints}.batch_pk and batches.state = 'succeeded')`

/** The same as text, for statements that are. */
export const nowText = {
  state: (mints: string) =>
    `iif(${mints}.state = 'composed' and exists ${ofBatch('1', mints)}, 'succeeded', ${mints}.state)`,
  tokenId: (mints: string) =>
    `coalesce(${mints}.token_id, ${ofBatch(`batches.first_token_id + ${mints}.place`, mints)})`,
  completedAt: (mints: string) => `coalesce(${mints}.completed_at, ${ofBatch('batches.settled_at', mints)})`,
  /** To be asked beside `state = 'composed'`. */
  open: (mints: string) => `not exists ${ofBatch('1', mints)}`,
}

/** @param mints the table's name in the statement */
export const stateNow = (mints = 'mints'): RawBuilder<MintState> => sql.raw(nowText.state(mints))
export const tokenNow = (mints = 'mints'): RawBuilder<number | null> => sql.raw(nowText.tokenId(mints))
export const completedNow = (mints = 'mints'): RawBuilder<number | null> => sql.raw(nowText.completedAt(mints))

/** False for a mint whose batch was minted: its row may say `composed`, and it is over. */
export const stillOpen = (mints = 'mints'): Expression<SqlBool> & RawBuilder<SqlBool> => sql.raw(nowText.open(mints))

/** Whether a mint of a collection bears a token, minted by a batch or found on the chain; not for copies. `own`: asked of the second. */
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
    select members.pk from json_each(${tokenIds}) as token
      cross join batches on batches.pk = (
        select pk from batches where collection_pk = ${collectionPk} and state = 'succeeded' and first_token_id <= token.value
          order by first_token_id desc limit 1)
      cross join mints as members on members.batch_pk = batches.pk and members.place = token.value - batches.first_token_id
      where members.template_pk is null)`
}

/** Every column, so that one that is added is not forgotten. */
const asWritten: Readonly<Record<Exclude<keyof MintsTable, 'state' | 'token_id' | 'completed_at'>, true>> = {
  ...{ pk: true, collection_pk: true, id: true, action_id: true, run_id: true, row: true, ordinal: true },
  ...{ recipient: true, address: true, metadata_hash: true, metadata_uri: true, resolved_hash: true, reupload: true },
  ...{ content_hash: true, batch_pk: true, place: true, tx_hash: true, error_code: true, error_message: true },
  ...{ created_at: true, recovered: true, template_pk: true, amount: true, compressed: true },
  ...{ token_uri: true, token_address: true },
}
const written = Object.keys(asWritten) as (keyof typeof asWritten)[]

/** Mints as they are now, to be read like the table. */
export function mintsNow(db: Db) {
  return db.selectFrom((eb) =>
    eb
      .selectFrom('mints')
      .select(written)
      .select([stateNow().as('state'), tokenNow().as('token_id'), completedNow().as('completed_at')])
      .as('mints'),
  )
}
