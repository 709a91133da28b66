import { sql } from 'kysely'
import type { Store } from '../sqlite/open.ts'
import { setRpcList } from './rpc-lists.ts'

/** A network that a person added; `facts` is JSON. */
export interface CustomNetworkRow {
  chain: string
  facts: string
}

/** The networks that a person added, in the order of their names. */
export async function listCustomNetworks(db: Store): Promise<CustomNetworkRow[]> {
  return await db.selectFrom('custom_networks').select(['chain', 'facts']).orderBy('chain').execute()
}

/** Keeps a network with its RPCs, best first. */
export async function addCustomNetwork(
  db: Store,
  row: CustomNetworkRow,
  urls: readonly string[],
  now: number,
): Promise<void> {
  await db
    .insertInto('custom_networks')
    .values({ ...row, added_at: now })
    .execute()
  await setRpcList(db, row.chain, urls, now)
}

/** Tables of what is known of a network by name. A network added under that name again may be another chain, whose blocks were not read. */
const known = ['networks', 'scans', 'sightings', 'provider_lists', 'recovery_scans', 'recovery_reads'] as const

/**
 * Removes a network with its RPCs, its caps and what is known of its chain, unless a project has something on it.
 * @returns the names of the projects that have something there; empty: the network is removed
 */
export function removeCustomNetwork(db: Store, chain: string): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ name: string }>`
      select name from projects where id in (
        select project_id from collections where chain = ${chain}
        union select project_id from transfers where chain = ${chain}
        union select project_id from withdrawals where chain = ${chain}
        union select project_id from hand_overs join hand_over_nfts on hand_over_pk = hand_overs.pk where hand_over_nfts.chain = ${chain})
      order by idx`.execute(trx)
    if (rows.length > 0) return rows.map(({ name }) => name)
    for (const table of ['custom_networks', 'rpc_lists', 'spending_caps'] as const)
      await trx.deleteFrom(table).where('chain', '=', chain).execute()
    for (const table of known)
      await trx
        .deleteFrom(table)
        .where('network', 'in', [`practice:${chain}`, `live:${chain}`])
        .execute()
    return []
  })
}
