import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { batchOf, stateNow, tokenNow } from '../journal/mints-now.ts'
import type { Store } from '../sqlite/open.ts'
import type { PageStart } from '../sqlite/pages.ts'
import type { SightingsTable } from '../tables/holdings.ts'
import type { Database } from '../tables/schema.ts'

/** Later than every block: no source says when the wallet got the token. */
export const blockUnknown = Number.MAX_SAFE_INTEGER

/** A token that an address was seen to receive. Addresses are 0x-hex in lower case. */
export interface Sighting {
  contract: string
  /** Decimal digits. */
  tokenId: string
  standard: SightingsTable['standard']
  /** `blockUnknown` where no source says. */
  block: number
  state: 'seen' | 'held' | 'gone'
  quantity: string | null
}

/** The place of a token in the list of those that an address may hold. */
export type SightingKey = Pick<Sighting, 'block' | 'tokenId' | 'contract'>

/** New information about a token and an address. */
export interface SightingUpdate {
  wallet: string
  contract: string
  tokenId: string
  standard: SightingsTable['standard']
  /** The first block in which the address received it, as far as this update knows; null: it only sent it away. */
  block: number | null
  state: 'seen' | 'gone'
}

/** Most rows in one statement: JSON of about 200 bytes each. */
const atOnce = 5_000

/** Transfers are read late: a token that the chain called held may have come back after the transfer that is read now. */
const updatedState = sql`state = case when excluded.state = 'gone' and sightings.state = 'held' then 'seen' else excluded.state end`

/** Adds sightings, or updates known ones. A token that an address only sent away makes no new sighting. */
export async function tellSightings(
  trx: Transaction<Database>,
  network: string,
  updates: readonly SightingUpdate[],
): Promise<void> {
  for (let from = 0; from < updates.length; from += atOnce) {
    const some = updates.slice(from, from + atOnce)
    const received = jsonOf(some.filter(({ block }) => block !== null))
    await sql`
      insert into sightings (network, wallet, contract, token_id, standard, block, state)
      select ${network}, unhex(value ->> 0), unhex(value ->> 1), unhex(value ->> 2), value ->> 3, value ->> 4, value ->> 5
      from json_each(${received}) where true
      on conflict do update set
        ${updatedState}, block = min(block, excluded.block), standard = coalesce(standard, excluded.standard)`.execute(
      trx,
    )
    // A token that was sent away updates a known sighting only. An upsert, since an update with a join would look through all rows.
    const given = jsonOf(some.filter(({ block }) => block === null))
    await sql`
      insert into sightings (network, wallet, contract, token_id, block, state)
      select known.network, known.wallet, known.contract, known.token_id, known.block, value ->> 5
      from json_each(${given}) cross join sightings known
      where known.network = ${network} and known.wallet = unhex(value ->> 0) and known.contract = unhex(value ->> 1)
        and known.token_id = unhex(value ->> 2)
      on conflict do update set ${updatedState}`.execute(trx)
  }
}

function jsonOf(updates: readonly SightingUpdate[]): string {
  return JSON.stringify(
    updates.map(({ wallet, contract, tokenId, standard, block, state }) => [
      hex(wallet),
      hex(contract),
      hex(idHex(tokenId)),
      standard,
      block,
      state,
    ]),
  )
}

/** Adds what a source says that an address holds. What the chain called held stays so; what it called gone is to be asked again. */
export async function suggestSightings(
  db: Store | Transaction<Database>,
  network: string,
  wallet: string,
  held: readonly Omit<Sighting, 'state' | 'quantity'>[],
): Promise<void> {
  const rows = held.map((one) => ({ ...one, wallet, state: 'seen' as const }))
  await sql`
    insert into sightings (network, wallet, contract, token_id, standard, block, state)
    select ${network}, unhex(value ->> 0), unhex(value ->> 1), unhex(value ->> 2), value ->> 3, value ->> 4, 'seen'
    from json_each(${jsonOf(rows)}) where true
    on conflict do update set
      block = min(block, excluded.block), state = case state when 'gone' then 'seen' else state end`.execute(db)
}

/** The same for what the journal minted to the address. Only for when the chain cannot be asked: it looks through all mints. */
export async function suggestMinted(db: Store, network: string, wallet: string): Promise<void> {
  const [kind = '', ...chain] = network.split(':')
  await sql`
    insert into sightings (network, wallet, contract, token_id, standard, block, state, quantity)
    select ${network}, unhex(${hex(wallet)}), unhex(substr(collections.contract_address, 3)),
      unhex(printf('%064x', ${tokenNow()})),
      case collections.fungibility when 'semi-fungible' then 'erc-1155' else 'erc-721' end,
      min(coalesce(transactions.block_number, ${blockUnknown})), 'seen', sum(mints.amount)
    from mints
    join collections on collections.pk = mints.collection_pk
    join projects on projects.id = collections.project_id
    left join batches on batches.pk = ${batchOf()}
    left join transactions on transactions.pk = batches.transaction_pk
    where lower(mints.address) = ${wallet} and ${stateNow()} = 'succeeded' and projects.kind = ${kind}
      and collections.chain = ${chain.join(':')} and collections.contract_address is not null
    group by collections.pk, ${tokenNow()}
    on conflict do nothing`.execute(db)
}

export interface SightingFilter {
  /** 0x-hex. */
  contracts?: readonly string[] | undefined
  /** Decimal digits. */
  tokenIds?: readonly string[] | undefined
}

/** What an address may hold (not known to be gone), oldest first, ties by token id; `limit` at most. */
export async function listSightings(
  db: Store,
  network: string,
  wallet: string,
  filter: SightingFilter,
  limit: number,
  start: PageStart<SightingKey> = { offset: 0 },
): Promise<Sighting[]> {
  const rows = inOrder(network, wallet, filter, 'after' in start ? start.after : null)
  const page = sql`select * from ${rows} limit ${limit} offset ${'offset' in start ? start.offset : 0}`
  return await sightingsIn(db, network, wallet, page)
}

/** Among the first `before` of these, those that the chain was not asked about yet; `limit` at most. */
export async function unsureSightings(
  db: Store,
  network: string,
  wallet: string,
  filter: SightingFilter,
  { before, limit }: { before: number; limit: number },
): Promise<Sighting[]> {
  const first = sql`select * from ${inOrder(network, wallet, filter)} limit ${before}`
  return await sightingsIn(db, network, wallet, sql`select * from (${first}) where state = 'seen' limit ${limit}`)
}

/** Sightings in the order of lists, from the index alone: no row before a page is read. */
function inOrder(
  network: string,
  wallet: string,
  { contracts, tokenIds }: SightingFilter,
  after: SightingKey | null = null,
): RawBuilder<unknown> {
  const oneOf = (column: string, values: readonly Buffer[] | undefined) =>
    values === undefined ? sql`` : sql`and ${sql.ref(column)} in (${sql.join([...values, Buffer.alloc(0)])})`
  return sql`(
    select block, token_id, contract, state from sightings
    where network = ${network} and wallet = ${bytes(wallet)} and state <> 'gone'
      ${oneOf('contract', contracts?.map(bytes))} ${oneOf(
        'token_id',
        tokenIds?.map((id) => bytes(idHex(id))),
      )} ${after === null ? sql`` : sql`and (block, token_id, contract) > (${after.block}, ${bytes(idHex(after.tokenId))}, ${bytes(after.contract)})`}
    order by block, token_id, contract)`
}

async function sightingsIn(db: Store, network: string, wallet: string, keys: RawBuilder<unknown>): Promise<Sighting[]> {
  const { rows } = await sql<Selectable<SightingsTable>>`
    select s.* from (${keys}) as page cross join sightings as s on s.network = ${network} and s.wallet = ${bytes(wallet)}
      and s.contract = page.contract and s.token_id = page.token_id
    order by page.block, page.token_id, page.contract`.execute(db)
  return rows.map(sightingOf)
}

/** How many tokens the address is not known to have lost. */
export async function countSightings(db: Store, network: string, wallet: string): Promise<number> {
  const { count } = await db
    .selectFrom('sightings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('network', '=', network)
    .where('wallet', '=', bytes(wallet))
    .where(sql<boolean>`state <> 'gone'`)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Stores the chain's answers about tokens of the address.
 * @param head the newest block that the answers may be of: a token gone there may come back while a reorganisation can remove that block
 * @param final the last block that no reorganisation can remove: a token that was gone by then and still is, is gone for good
 */
export async function settleSightings(
  db: Store,
  network: string,
  wallet: string,
  settled: readonly (Pick<Sighting, 'contract' | 'tokenId' | 'standard'> & { quantity: bigint })[],
  { head, final }: { head: number; final: number },
): Promise<void> {
  const rows = JSON.stringify(
    settled.map(({ contract, tokenId, standard, quantity }) => [
      hex(contract),
      hex(idHex(tokenId)),
      standard,
      quantity > 0n ? 'held' : 'gone',
      quantity.toString(),
    ]),
  )
  await sql`
    insert into sightings (network, wallet, contract, token_id, standard, block, state, quantity, gone_at)
    select ${network}, ${bytes(wallet)}, unhex(value ->> 0), unhex(value ->> 1), value ->> 2, ${blockUnknown}, value ->> 3,
      value ->> 4, case value ->> 3 when 'gone' then ${head} end
    from json_each(${rows}) where true
    on conflict do update set
      state = excluded.state, quantity = excluded.quantity, standard = coalesce(excluded.standard, standard),
      gone_at = case when excluded.state = 'gone' and coalesce(gone_at > ${final}, true) then coalesce(gone_at, excluded.gone_at) end`.execute(
    db,
  )
}

function sightingOf({ contract, token_id, standard, block, state, quantity }: Selectable<SightingsTable>): Sighting {
  return {
    contract: `0x${contract.toString('hex')}`,
    tokenId: BigInt(`0x${token_id.toString('hex')}`).toString(),
    standard,
    block,
    state,
    quantity,
  }
}

/** 32 bytes in hex of a number in decimal digits. */
function idHex(tokenId: string): string {
  return BigInt(tokenId).toString(16).padStart(64, '0')
}

function hex(text: string): string {
  return text.startsWith('0x') ? text.slice(2) : text
}

function bytes(text: string): Buffer {
  return Buffer.from(hex(text), 'hex')
}
