import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { ForbiddenMove, transactionMoves } from '../../journal/states.ts'
import { unforced } from '../sqlite/unforced.ts'
import type { Database } from '../tables/schema.ts'
import { listed } from './states-sql.ts'

type Db = Kysely<Database> | Transaction<Database>

// If a reorganisation made the chain shorter, `first_sent_block` follows the head down, and the transaction waits anew.
const answerAttempts = `
  update attempts set answer = m.value ->> 1, sent_block = h.head, first_sent_block = min(coalesce(first_sent_block, h.head), h.head),
    sent_at = iif(m.value ->> 2, h.now, sent_at)
  from (select ? as head, ? as now) as h, json_each(?) as m where attempts.pk = m.value ->> 0`

const sendTransactions = `
  update transactions set state = '${transactionMoves.send.to}'
  where pk in (select value from json_each(?)) and state in (${listed(transactionMoves.send.from)})`

/** Stores the network's answers to sends; `sent` ones become `sent` unless they are further. Unforced: what is lost is sent again. */
export async function recordAnswers(
  db: Kysely<Database>,
  answers: readonly { attemptPk: number; transactionPk: number; answer: string; sent: boolean }[],
  head: number,
  now: number,
): Promise<void> {
  if (answers.length === 0) return
  const rows = JSON.stringify(answers.map(({ attemptPk, answer, sent }) => [attemptPk, answer, sent ? 1 : 0]))
  const sent = JSON.stringify(answers.flatMap((one) => (one.sent ? [one.transactionPk] : [])))
  await unforced(db, async (trx) => {
    await trx.executeQuery(CompiledQuery.raw(answerAttempts, [head, now, rows]))
    await trx.executeQuery(CompiledQuery.raw(sendTransactions, [sent]))
  })
}

const includeTransactions = `
  update transactions set state = '${transactionMoves.include.to}', tx_hash = m.value ->> 1, block_number = m.value ->> 2,
    block_hash = m.value ->> 3, included_at = ?
  from json_each(?) as m where transactions.pk = m.value ->> 0 and transactions.state in (${listed(transactionMoves.include.from)})`

/**
 * Stores which block holds each transaction, and by which attempt, in one unforced SQLite transaction: what is lost can be read again.
 * @throws ForbiddenMove when one is not open: then nothing is stored.
 */
export async function markIncluded(
  db: Kysely<Database>,
  seen: readonly { transactionPk: number; at: { hash: string; blockNumber: number; blockHash: string } }[],
  now: number,
): Promise<void> {
  if (seen.length === 0) return
  const rows = seen.map(({ transactionPk, at }) => [transactionPk, at.hash, at.blockNumber, at.blockHash])
  await unforced(db, async (trx) => {
    const moved = await trx.executeQuery(CompiledQuery.raw(includeTransactions, [now, JSON.stringify(rows)]))
    if (moved.numAffectedRows !== BigInt(seen.length))
      throw new ForbiddenMove(`one of the transactions ${rows.map(([pk]) => pk).join(', ')}`, transactionMoves.include)
  })
}

/**
 * A reorganisation removed a transaction from the chain: it counts as sent, and no block holds it.
 * @throws ForbiddenMove when no block held it before.
 */
export async function markReorganised(db: Db, transactionPk: number): Promise<void> {
  const { reorganise } = transactionMoves
  const { numUpdatedRows } = await db
    .updateTable('transactions')
    .set({ state: reorganise.to, tx_hash: null, block_number: null, block_hash: null, included_at: null })
    .where('pk', '=', transactionPk)
    .where('state', 'in', reorganise.from)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new ForbiddenMove(`transaction ${transactionPk}`, reorganise)
}
