import type { Selectable, Transaction } from 'kysely'
import type { Store } from '../sqlite/open.ts'
import type { ProviderListsTable } from '../tables/holdings.ts'
import type { Database } from '../tables/schema.ts'

export type ProviderListRow = Selectable<ProviderListsTable>

/** How far a provider was asked about an address; undefined when it never was. */
export async function findProviderList(
  db: Store,
  network: string,
  wallet: string,
): Promise<ProviderListRow | undefined> {
  return await db
    .selectFrom('provider_lists')
    .selectAll()
    .where('network', '=', network)
    .where('wallet', '=', bytes(wallet))
    .executeTakeFirst()
}

export async function noteProviderList(
  db: Store | Transaction<Database>,
  network: string,
  wallet: string,
  row: Omit<ProviderListRow, 'network' | 'wallet'>,
): Promise<void> {
  await db
    .insertInto('provider_lists')
    .values({ network, wallet: bytes(wallet), ...row })
    .onConflict((conflict) => conflict.columns(['network', 'wallet']).doUpdateSet(row))
    .execute()
}

function bytes(address: string): Buffer {
  return Buffer.from(address.slice(2), 'hex')
}
