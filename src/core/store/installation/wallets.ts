import type { Kysely, NotNull, Transaction } from 'kysely'
import type { WalletUser } from '../../chains/family/wallet-owner.ts'
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
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'kind', 'user', 'chain'])
          .doUpdateSet(({ ref }) => ({ address: ref('excluded.address'), created_at: ref('excluded.created_at') }))
          .where('wallets.address', 'is', null),
      )
      .execute()
}

/** The wallets made for a user, oldest first, ties by chain. */
export async function walletsOf(db: Db, projectId: string, { kind, user }: WalletUser): Promise<WalletRecord[]> {
  return await db
    .selectFrom('wallets')
    .select(['kind', 'user', 'chain', 'address'])
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('user', '=', user)
    .where('address', 'is not', null)
    .$narrowType<{ address: NotNull }>()
    .orderBy('created_at')
    .orderBy('chain')
    .execute()
}

/** Whose wallet of the project an address is. */
export async function findWallet(db: Db, projectId: string, address: string): Promise<WalletRecord | undefined> {
  return await db
    .selectFrom('wallets')
    .select(['kind', 'user', 'chain', 'address'])
    .where('project_id', '=', projectId)
    .where('address', '=', address)
    .$narrowType<{ address: NotNull }>()
    .limit(1)
    .executeTakeFirst()
}
