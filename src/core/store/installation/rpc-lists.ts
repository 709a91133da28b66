import type { Store } from '../sqlite/open.ts'

/** The RPC lists that a person set, by chain; a chain without one has its default. */
export async function listRpcLists(db: Store): Promise<Map<string, string[]>> {
  const rows = await db.selectFrom('rpc_lists').selectAll().execute()
  return new Map(rows.map(({ chain, urls }) => [chain, JSON.parse(urls) as string[]]))
}

/** Sets a chain's RPC list, in the order of preference; null goes back to the default. */
export async function setRpcList(db: Store, chain: string, urls: readonly string[] | null, now: number): Promise<void> {
  if (urls === null) {
    await db.deleteFrom('rpc_lists').where('chain', '=', chain).execute()
    return
  }
  const row = { urls: JSON.stringify(urls), changed_at: now }
  await db
    .insertInto('rpc_lists')
    .values({ chain, ...row })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet(row))
    .execute()
}
