/** The wallets of a project's users, page by page. A page is found by the key that the one before it ended with: it costs the same at any depth. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Page } from '../sqlite/pages.ts'
import type { Database } from '../tables/schema.ts'
import type { WalletRecord } from './wallets.ts'

type Db = Kysely<Database> | Transaction<Database>

export interface ListedWallet extends WalletRecord {
  createdAt: number
  /** Minted to it, copies one by one. */
  nfts: number
}

export interface WalletOrder {
  /** Wallets of the same time, or number, are in the order of names. */
  by: 'name' | 'created' | 'nfts'
  /** From Z to A; the newest or the most first; else it is exactly the other way round. */
  descending: boolean
}

/** Where a wallet is in a list; `value`: its time or number, 0 where the list is by names. */
export interface WalletPlace extends Pick<WalletRecord, 'kind' | 'user' | 'chain'> {
  value: number
}

export interface WalletListRequest {
  order: WalletOrder
  /** What the name begins with, without case; '' for all. */
  prefix: string
  after: WalletPlace | null
  limit: number
}

interface Row extends WalletPlace {
  address: string
  created_at: number
  nfts: number
}

/** Ours: up to so many matches of a search are sorted for a page; with more, walking the list in its order finds one soon. */
const sortedAtMost = 5_000

const orders = {
  name: { index: 'wallets_named', value: null },
  created: { index: 'wallets_newest', value: 'created_at' },
  nfts: { index: 'wallets_most', value: 'nfts' },
} as const

/** A page of the project's wallets whose users begin with a text. */
export async function walletList(
  db: Db,
  projectId: string,
  { order, prefix, after, limit }: WalletListRequest,
): Promise<Page<ListedWallet, WalletPlace>> {
  const { index, value } = orders[order.by]
  const beginning = beginsWith(prefix)
  // On later pages the place behind which the list goes on is one of the bounds: of two on one side, SQLite may take the wrong one.
  const rest = after === null || value !== null ? beginning : beginsWith(prefix, isForward(order) ? 'end' : 'start')
  // In the index of names the matches lie together; in the other indexes they lie anywhere.
  const byName = value !== null && prefix !== '' && (await matches(db, projectId, beginning)) <= sortedAtMost
  const from = sql.raw(byName ? 'wallets_named' : index)
  const names = sql.raw(isForward(order) ? 'asc' : 'desc')
  const values = value === null ? sql`` : sql.raw(`${value} ${isForward(order) ? 'desc' : 'asc'},`)
  const found: Row[] = []
  for (const condition of conditionsBehind(order, after)) {
    const { rows } = await sql<Row>`
      select kind, user, chain, address, created_at, nfts, ${value === null ? sql`0` : sql.ref(value)} as value
      from wallets indexed by ${from}
      where project_id = ${projectId} and address is not null and ${rest} and ${condition}
      order by ${values} name ${names}, user ${names}, kind ${names}, chain ${names}
      limit ${limit + 1 - found.length}`.execute(db)
    found.push(...rows)
    if (found.length > limit) break
  }
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map(({ created_at: createdAt, value: _, ...row }) => ({ ...row, createdAt })),
    next: found.length > limit && last ? placeOf(last) : null,
  }
}

/** The wallets of a project at an address: one, unless chains share addresses. */
export async function walletsAt(db: Db, projectId: string, address: string): Promise<ListedWallet[]> {
  const { rows } = await sql<Omit<Row, 'value'>>`
    select kind, user, chain, address, created_at, nfts from wallets indexed by wallets_address
    where project_id = ${projectId} and address = ${address} order by chain`.execute(db)
  return rows.map(({ created_at: createdAt, ...row }) => ({ ...row, createdAt }))
}

/** Whether a list is in the order of the indexes: names from A, the newest or the most first. */
function isForward({ by, descending }: WalletOrder): boolean {
  return (by === 'name') !== descending
}

/** Conditions for what is behind a place, each with an index, to be tried in order: first what has the same time or number. */
function conditionsBehind(order: WalletOrder, after: WalletPlace | null): RawBuilder<unknown>[] {
  if (after === null) return [sql`true`]
  const forward = isForward(order)
  const { user, kind, chain } = after
  const names = sql`(name, user, kind, chain) ${sql.raw(forward ? '>' : '<')} (${user}, ${user}, ${kind}, ${chain})`
  const { value } = orders[order.by]
  if (value === null) return [names]
  const column = sql.ref(value)
  return [sql`${column} = ${after.value} and ${names}`, sql`${column} ${sql.raw(forward ? '<' : '>')} ${after.value}`]
}

/** Names that begin with a text: the last Unicode character sorts behind everything that may follow it. */
function beginsWith(prefix: string, bound?: 'start' | 'end'): RawBuilder<unknown> {
  if (prefix === '') return sql`true`
  const start = sql`name >= ${prefix}`
  const end = sql`name < ${`${prefix}\u{10ffff}`}`
  if (bound === undefined) return sql`${start} and ${end}`
  return bound === 'start' ? start : end
}

/** How many names begin with a text, counted up to one more than `sortedAtMost`. */
async function matches(db: Db, projectId: string, beginning: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select 1 from wallets indexed by wallets_named
      where project_id = ${projectId} and address is not null and ${beginning} limit ${sortedAtMost + 1})`.execute(db)
  return rows[0]?.n ?? 0
}

function placeOf({ kind, user, chain, value }: WalletPlace): WalletPlace {
  return { kind, user, chain, value }
}
