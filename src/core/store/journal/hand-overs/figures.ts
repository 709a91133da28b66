import { type Kysely, sql, type Transaction } from 'kysely'
import type { HandOverNftsTable } from '../../tables/hand-overs.ts'
import type { Database } from '../../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** How many NFTs of a hand-over are in a state on a chain. */
export interface NftCount {
  chain: string
  state: HandOverNftsTable['state']
  count: number
}

export async function countNfts(db: Db, handOverPk: number): Promise<NftCount[]> {
  return await db
    .selectFrom('hand_over_nfts')
    .select((eb) => ['chain', 'state', eb.fn.countAll<number>().as('count')])
    .where('hand_over_pk', '=', handOverPk)
    .groupBy(['chain', 'state'])
    .execute()
}

/** Transfers of a hand-over that are signed and not settled. */
export async function countSigned(db: Db, handOverPk: number): Promise<number> {
  const { count } = await db
    .selectFrom('transfers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<boolean>`status = 'pending'`)
    .where('hand_over_pk', '=', handOverPk)
    .where('transaction_pk', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** How many NFTs were moved since a time (ms since 1970). */
export async function movedSince(db: Db, handOverPk: number, since: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from hand_over_nfts n join transfers t on t.pk = n.transfer_pk
    where n.hand_over_pk = ${handOverPk} and n.state = 'succeeded' and t.completed_at >= ${since}`.execute(db)
  return rows[0]?.count ?? 0
}

/** What the transactions of a hand-over have cost so far on each chain, smallest unit, and how many there were. */
export async function handOverSpending(
  db: Db,
  handOverPk: number,
): Promise<Map<string, { fee: bigint; transactions: number }>> {
  // Amounts are larger than SQLite adds up exactly.
  const { rows } = await sql<{ chain: string; fee: string; transactions: number }>`
    select n.chain, t.fee, count(*) as transactions from hand_over_nfts n
    join transactions t on t.transfer_pk = n.transfer_pk
    where n.hand_over_pk = ${handOverPk} and t.fee is not null group by n.chain, t.fee`.execute(db)
  const spent = new Map<string, { fee: bigint; transactions: number }>()
  for (const { chain, fee, transactions } of rows) {
    const before = spent.get(chain) ?? { fee: 0n, transactions: 0 }
    spent.set(chain, {
      fee: before.fee + BigInt(fee) * BigInt(transactions),
      transactions: before.transactions + transactions,
    })
  }
  return spent
}

/** A kind of NFT that is to be moved: one sample, by which the kind is priced, and how many there are. */
export interface NftKind {
  chain: string
  sentBy: HandOverNftsTable['sent_by']
  /** The contract; for tokens with addresses of their own the collection, and whether they are compressed. */
  kind: string
  /** Key of one of them. */
  sample: number
  count: number
  holders: number
}

/** The kinds of NFTs that are still to be moved (see `NftKind.kind`). */
export async function kindsOfNfts(db: Db, handOverPk: number): Promise<NftKind[]> {
  const { rows } = await sql<NftKind>`
    select chain, sent_by as sentBy, kind, min(pk) as sample, count(*) as count, count(distinct holder) as holders from (
      select n.pk, n.chain, n.sent_by, n.holder,
        iif(n.standard = 'addressed', coalesce(m.collection_pk || ':' || m.compressed, ''), n.contract) as kind
      from hand_over_nfts n left join mints m on m.pk = n.mint_pk
      where n.hand_over_pk = ${handOverPk} and n.state in ('found', 'entered'))
    group by chain, sent_by, kind order by count(*) desc`.execute(db)
  return rows
}

/** An NFT of a hand-over with its row, and what became of it. */
export interface HandedNft {
  pk: number
  row: number
  row_pk: number
  chain: string
  contract: string
  token_id: string
  standard: HandOverNftsTable['standard']
  quantity: string
  holder: string
  recipient: string
  state: HandOverNftsTable['state']
  error_message: string | null
  nft_id: string | null
  tx_hash: string | null
}

/** Which NFTs to list: after the one with this key, in one of these states, of these rows. */
export interface NftsAsked {
  after: number
  limit: number
  state?: HandOverNftsTable['state'][] | undefined
  rowPks?: readonly number[] | undefined
}

/** NFTs in the order in which they were found, with what became of each. */
export async function handedNfts(
  db: Db,
  handOverPk: number,
  { after, limit, state, rowPks }: NftsAsked,
): Promise<HandedNft[]> {
  return await db
    .selectFrom('hand_over_nfts as n')
    .innerJoin('hand_over_rows as r', 'r.pk', 'n.row_pk')
    .leftJoin('mints as m', 'm.pk', 'n.mint_pk')
    .leftJoin('transfers as t', 't.pk', 'n.transfer_pk')
    .leftJoin('transactions as x', 'x.pk', 't.transaction_pk')
    .select(['n.pk', 'r.row', 'n.row_pk', 'n.chain', 'n.contract', 'n.token_id', 'n.standard', 'n.quantity'])
    .select(['n.holder', 'n.recipient', 'n.state', 'n.error_message', 'm.id as nft_id'])
    .select((eb) => eb.fn.coalesce('t.tx_hash', 'x.tx_hash').as('tx_hash'))
    .where('n.hand_over_pk', '=', handOverPk)
    .where('n.pk', '>', after)
    .$if(state !== undefined, (query) => query.where('n.state', 'in', state ?? []))
    .$if(rowPks !== undefined, (query) => query.where('n.row_pk', 'in', rowPks ?? []))
    .orderBy('n.pk')
    .limit(limit)
    .execute()
}
