import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import { actionMoves, batchMoves, mintMoves, transactionMoves } from '../../journal/states.ts'
import type { Database } from '../tables/schema.ts'
import { nowText, writtenState } from './mints-now.ts'
import type { Reason } from './reason.ts'
import type { CollectionRow, QueueKey } from './signer-queue.ts'
import { listed } from './states-sql.ts'

type Db = Kysely<Database> | Transaction<Database>

/** A batch that the journal calls minted. */
export interface SettledBatch {
  pk: number
  jobId: string
  size: number
  /** The id of its first token; in semi-fungible collections the batch's number. */
  firstTokenId: number
  sequence: number
  hash: string | null
}

/** The batch of a collection that a signer queue minted with its highest sequence; undefined when it has minted none. */
export async function lastSettledBatch(
  db: Db,
  queue: QueueKey,
  collectionPk: number,
): Promise<SettledBatch | undefined> {
  const row = await db
    .selectFrom('transactions')
    .innerJoin('batches', 'batches.transaction_pk', 'transactions.pk')
    .select(['batches.pk', 'job_id', 'size', 'first_token_id', 'sequence', 'tx_hash'])
    .where('network', '=', queue.network)
    .where('signer', '=', queue.signer)
    .where('transactions.state', '=', transactionMoves.succeed.to)
    // Repeats the condition of the partial index of sequences, so that SQLite uses it.
    .where('transactions.state', '<>', transactionMoves.die.to)
    .where('batches.collection_pk', '=', collectionPk)
    .where('batches.state', '=', batchMoves.succeed.to)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (
    row && {
      ...{ pk: row.pk, jobId: row.job_id, size: row.size },
      ...{ firstTokenId: row.first_token_id ?? 0, sequence: row.sequence, hash: row.tx_hash },
    }
  )
}

/**
 * Whether the journal gives one token to two NFTs: of two batches, or of a batch and of what was read back. In semi-fungible collections:
 * whether it gives one number to two batches.
 */
export async function isSaidTwice(
  db: Db,
  { pk, fungibility }: Pick<CollectionRow, 'pk' | 'fungibility'>,
): Promise<boolean> {
  const copies = fungibility === 'semi-fungible'
  // A row that names only the token (`token …`, `stranger …`) may stand beside a row with the tag of the same token's mint.
  const { rows } = await sql<{ twice: number }>`
    with said(first, next) as (
      select first_token_id, first_token_id + iif(${copies ? 1 : 0}, 1, size) from batches
        where collection_pk = ${pk} and state = ${batchMoves.succeed.to}
      union all
      select token_id, token_id + 1 from (
        select ${copies ? sql`distinct` : sql``} token_id from known_mints
          where collection_pk = ${pk} and tag not like 'token %' and tag not like 'stranger %'))
    select exists (select 1 from (select first, lag(next) over (order by first) as free from said) where free > first) as twice
  `.execute(db)
  return rows[0]?.twice === 1
}

/** Batches of a collection that the journal calls minted, by key, after this one. */
export function settledBatches(
  db: Db,
  collectionPk: number,
  after: number,
  limit: number,
): Promise<{ pk: number; job_id: string }[]> {
  return db
    .selectFrom('batches')
    .select(['pk', 'job_id'])
    .where('collection_pk', '=', collectionPk)
    .where('state', '=', batchMoves.succeed.to)
    .where('pk', '>', after)
    .orderBy('pk')
    .limit(limit)
    .execute()
}

// Changes without a transaction, of NFTs that are gone or have another token id. Copies keep their template's token, whatever their batch's number.
const ofOthers = `select members.mint_pk from json_each(?) as m
  cross join batches on batches.pk = m.value ->> 0 and m.value ->> 1 <> batches.first_token_id
  cross join members on members.batch_pk = batches.pk cross join mints on mints.pk = members.mint_pk
  where m.value ->> 1 = 0 or mints.template_pk is null`
const changesOfOthers = (table: 'actions' | 'transfers') => `update ${table}
  set status = '${actionMoves.fail.to}', error_code = ?, error_message = ?, completed_at = ?
  where mint_pk in (${ofOthers}) and status in (${listed(actionMoves.fail.from)}) and transaction_pk is null returning pk`

const reverted = `select value ->> 0 from json_each(?) where value ->> 1 = 0`
// The own row of a minted mint may say `open` (mints-now.ts).
const minted = listed([...mintMoves.lose.from, writtenState(mintMoves.compose.to)])
const ends = `error_code = ?, error_message = ?, completed_at = ?, token_id = null, token_address = null`
const statements = {
  actions: changesOfOthers('actions'),
  transfers: changesOfOthers('transfers'),
  transactions: `update transactions set state = '${transactionMoves.lose.to}', settled_at = ? where state in (${listed(transactionMoves.lose.from)})
    and pk in (select transaction_pk from batches where pk in (${reverted}))`,
  members: `update mints set state = '${mintMoves.lose.to}', ${ends} where state in (${minted})
    and pk in (select mint_pk from members where batch_pk in (
      select pk from batches where state in (${listed(batchMoves.lose.from)}) and pk in (${reverted})))`,
  batches: `update batches set state = '${batchMoves.lose.to}', settled_at = ? where state in (${listed(batchMoves.lose.from)}) and pk in (${reverted})`,
  moved: `update batches set first_token_id = m.value ->> 1 from json_each(?) as m where batches.pk = m.value ->> 0 and m.value ->> 1 > 0`,
  tokens: `update mints set token_id = m.value ->> 1 + place from json_each(?) as m
    cross join members on members.batch_pk = m.value ->> 0
    where mints.pk = members.mint_pk and m.value ->> 1 > 0 and template_pk is null and token_id is not null`,
  found: `update mints set state = '${mintMoves.lose.to}', ${ends}, tx_hash = null
    where collection_pk = ? and state in (${listed(mintMoves.lose.from)}) and ${nowText.batchPk('mints')} is null and recovered = 0`,
}

/**
 * Makes the journal of a collection agree with the chain, in one SQLite transaction. Batches that a reorganisation removed fail with their
 * mints, and are not sent again. Batches that the chain holds under other token ids get these. What was read back from the chain is
 * forgotten, and its mints fail until they are read back again. Changes that wait for NFTs that are gone or have other token ids fail.
 * @param places by key of each settled batch: where the contract has its job (first token id or batch number), or 0 where it does not
 * @param reasons `changed`: why such changes fail
 * @returns the keys of the actions and transfers that fail
 */
export function restate(
  db: Kysely<Database>,
  collectionPk: number,
  places: ReadonlyMap<number, number>,
  { reverted: { code, message }, changed }: { reverted: Reason; changed: Reason },
  now: number,
): Promise<{ actions: number[]; transfers: number[] }> {
  const rows = JSON.stringify([...places])
  return db.transaction().execute(async (trx) => {
    const run = (statement: string, values: unknown[]) =>
      trx.executeQuery<{ pk: number }>(CompiledQuery.raw(statement, values))
    const why = [changed.code, changed.message, now, rows]
    const actions = (await run(statements.actions, why)).rows.map(({ pk }) => pk)
    const transfers = (await run(statements.transfers, why)).rows.map(({ pk }) => pk)
    await run(statements.transactions, [now, rows])
    await run(statements.members, [code, message, now, rows])
    await run(statements.batches, [now, rows])
    await run(statements.moved, [rows])
    await run(statements.tokens, [rows])
    await run(statements.found, [code, message, now, collectionPk])
    await trx.deleteFrom('known_mints').where('collection_pk', '=', collectionPk).execute()
    return { actions, transfers }
  })
}
