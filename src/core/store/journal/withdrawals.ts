/** Withdrawals from fee balances: asked for by a person, signed by the treasury's signer queue, each once. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { actionMoves } from '../../journal/states.ts'
import type { Database } from '../tables/schema.ts'
import type { WithdrawalsTable } from '../tables/spending.ts'
import type { Reason } from './reason.ts'
import type { QueueKey } from './signer-queue.ts'

type Db = Kysely<Database> | Transaction<Database>
export type WithdrawalRow = Selectable<WithdrawalsTable>

export type NewWithdrawal = Pick<
  WithdrawalRow,
  'project_id' | 'id' | 'chain' | 'network' | 'signer' | 'recipient' | 'amount' | 'since'
>

/** What a person asks for; the network and the signer follow from it. */
export type Asked = Pick<NewWithdrawal, 'project_id' | 'chain' | 'recipient' | 'amount'>

/** What became of a request: `there`: it was made before; `other`: its id belongs to another one; `busy`: another one of the signer is pending. */
export type Added = { kind: 'added' | 'there' | 'other' | 'busy'; row: WithdrawalRow }

/** Adds a pending withdrawal; the same commit checks for earlier ones. */
export function addWithdrawal(db: Kysely<Database>, withdrawal: NewWithdrawal, now: number): Promise<Added> {
  return db.transaction().execute(async (trx) => {
    const before = await askedBefore(trx, withdrawal.id, () => withdrawal)
    if (before) return before
    const [busy] = await waitingWithdrawals(trx, withdrawal, 'any')
    if (busy) return { kind: 'busy', row: busy }
    const row = await trx
      .insertInto('withdrawals')
      .values({
        ...withdrawal,
        ...{ status: 'pending', sent: null, transaction_pk: null, error_code: null, error_message: null },
        ...{ started_at: now, completed_at: null },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { kind: 'added', row }
  })
}

/** The withdrawal that has this id already, if any. @param of gives what is asked for now; null: something that cannot exist */
export async function askedBefore(db: Db, id: string, of: () => Asked | null): Promise<Added | undefined> {
  const row = await db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const asked = of()
  const parts = ['project_id', 'chain', 'recipient', 'amount'] as const
  const isSame = asked !== null && parts.every((part) => row[part] === asked[part])
  return { kind: isSame ? 'there' : 'other', row }
}

/** Pending withdrawals of a signer: those that no transaction carries, or `any`. */
export function waitingWithdrawals(
  db: Db,
  { network, signer }: QueueKey,
  which: 'unsigned' | 'any',
): Promise<WithdrawalRow[]> {
  return db
    .selectFrom('withdrawals')
    .selectAll()
    .where('network', '=', network)
    .where('signer', '=', signer)
    .where('status', '=', 'pending')
    .$if(which === 'unsigned', (query) => query.where('transaction_pk', 'is', null))
    .execute()
}

export function withdrawalByPk(db: Db, pk: number): Promise<WithdrawalRow> {
  return db.selectFrom('withdrawals').selectAll().where('pk', '=', pk).executeTakeFirstOrThrow()
}

/** A withdrawal with the hash of its transaction, once one is included. */
export type WithdrawalWithTransaction = WithdrawalRow & { tx_hash: string | null; fee: string | null }

/** The newest withdrawals of a project, newest first; pending ones take precedence, so that a person can see them and give them up. */
export async function listWithdrawals(db: Db, projectId: string, limit: number): Promise<WithdrawalWithTransaction[]> {
  const rows = await selectWithTransaction(db, projectId)
    .orderBy(sql`withdrawals.status = 'pending'`, 'desc')
    .orderBy('withdrawals.pk', 'desc')
    .limit(limit)
    .execute()
  return rows.sort((one, other) => other.pk - one.pk)
}

/** A withdrawal of a project by its id, however old. */
export function findWithdrawal(db: Db, projectId: string, id: string): Promise<WithdrawalWithTransaction | undefined> {
  return selectWithTransaction(db, projectId).where('withdrawals.id', '=', id).executeTakeFirst()
}

function selectWithTransaction(db: Db, projectId: string) {
  return db
    .selectFrom('withdrawals')
    .leftJoin('transactions', 'transactions.pk', 'withdrawals.transaction_pk')
    .selectAll('withdrawals')
    .select(['transactions.tx_hash', 'transactions.fee'])
    .where('withdrawals.project_id', '=', projectId)
}

/** (project, chain) pairs with a withdrawal that has not ended. */
export async function chainsWithWithdrawals(db: Db): Promise<{ projectId: string; chain: string }[]> {
  const rows = await db
    .selectFrom('withdrawals')
    .select(['project_id', 'chain'])
    .distinct()
    .where('status', '=', 'pending')
    .execute()
  return rows.map(({ project_id, chain }) => ({ projectId: project_id, chain }))
}

/** Gives a withdrawal its transaction. @param sent the amount, in the smallest unit @returns whether it still waited for one */
export async function takeWithdrawal(
  trx: Transaction<Database>,
  pk: number,
  transactionPk: number,
  sent: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('withdrawals')
    .set({ transaction_pk: transactionPk, sent })
    .where('pk', '=', pk)
    .where('status', '=', 'pending')
    .where('transaction_pk', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends a pending withdrawal. @param unsigned only where no transaction carries it @returns whether one was ended */
export async function endWithdrawal(
  db: Db,
  pk: number,
  reason: Reason | null,
  now: number,
  unsigned = false,
): Promise<boolean> {
  const move = reason ? actionMoves.fail : actionMoves.succeed
  const { numUpdatedRows } = await db
    .updateTable('withdrawals')
    .set({
      status: move.to,
      error_code: reason?.code ?? null,
      error_message: reason?.message ?? null,
      completed_at: now,
    })
    .where('pk', '=', pk)
    .where('status', 'in', move.from)
    .$if(unsigned, (query) => query.where('transaction_pk', 'is', null))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
