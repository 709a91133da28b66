import type { Kysely, Transaction } from 'kysely'
import type { WalletUser } from '../../chains/family/wallet-owner.ts'
import type { WalletsTable } from '../tables/installation.ts'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

export interface WalletRecord extends WalletUser {
  chain: string
  address: string
}

/** Enters wallets of the project's users; those that are known stay as they are. */
export async function addWallets(
  db: Db,
  projectId: string,
  wallets: readonly WalletRecord[],
  now: number,
): Promise<void> {
  for (let from = 0; from < wallets.length; from += 500)
    await db
      .insertInto('wallets')
      .values(
        wallets.slice(from, from + 500).map(({ kind, user, chain, address }) => ({
          project_id: projectId,
          kind,
          user,
          chain,
          address,
          created_at: now,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** The wallets made for a user, oldest first, ties by chain. */
export async function walletsOf(db: Db, projectId: string, { kind, user }: WalletUser): Promise<WalletRecord[]> {
  const rows = await db
    .selectFrom('wallets')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('user', '=', user)
    .orderBy('created_at')
    .orderBy('chain')
    .execute()
  return rows.map(record)
}

/** All wallets of the project, oldest first. */
export async function listWallets(db: Db, projectId: string): Promise<WalletRecord[]> {
  const rows = await db
    .selectFrom('wallets')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('user')
    .orderBy('chain')
    .execute()
  return rows.map(record)
}

/** Whose wallet of the project an address is. */
export async function findWallet(db: Db, projectId: string, address: string): Promise<WalletRecord | undefined> {
  const row = await db
    .selectFrom('wallets')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst()
  return row && record(row)
}

function record({ kind, user, chain, address }: WalletsTable): WalletRecord {
  return { kind, user, chain, address }
}
