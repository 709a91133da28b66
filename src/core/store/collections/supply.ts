import { type Kysely, sql, type Transaction } from 'kysely'
import { contractFeatures } from '../../../shared/contract-features.ts'
import { CoreError } from '../../lib/errors.ts'
import { bearsToken, inNoBatch } from '../journal/mints-now.ts'
import type { Database } from '../tables/schema.ts'
import { collectionByPk } from './collections.ts'
import { wantedPayments } from './settings.ts'

type Db = Kysely<Database> | Transaction<Database>

/** What a limited collection still has room for. */
export interface SupplyLeft {
  limit: number
  /** Set aside for purchases, bought or not. */
  setAside: number
  /** How many more the project can mint; below zero where a limit was lowered outside. */
  left: number
}

/** The room in a collection once all requested changes are made; null without a limit. */
export async function supplyLeft(db: Db, collectionPk: number): Promise<SupplyLeft | null> {
  const collection = await collectionByPk(db, collectionPk)
  const { supply_limit: limit } = collection
  if (limit === null) return null
  const sale = wantedPayments(collection)
  const setAside = sale === null ? collection.purchased : (sale.setAside ?? limit)
  return { limit, setAside, left: limit - setAside - (await tokensTaken(db, collectionPk)) }
}

/**
 * Checks that `more` tokens can be minted into a collection, in the transaction that enters them. `entered`: how many of them are in the
 * journal already.
 * @throws CoreError `supply.exceeded`, with what to do.
 */
export async function requireSupply(db: Db, collectionPk: number, more: number, entered = 0): Promise<void> {
  const collection = await collectionByPk(db, collectionPk)
  if (collection.supply_limit === null) return
  // An index alone answers this, with yes in all but nearly full collections. Copies must be added up.
  const plain = collection.fungibility === 'non-fungible' && collection.payments === null && collection.purchased === 0
  if (plain && (await rowsAtMost(db, collectionPk)) + more - entered <= collection.supply_limit) return
  const supply = await supplyLeft(db, collectionPk)
  if (supply === null || more <= supply.left + entered) return
  const { limit, setAside } = supply
  const left = Math.max(0, supply.left + entered)
  const canRaise = contractFeatures(collection.contract_kind).includes('supply-limit')
  const cure = canRaise ? 'raise its limit, or mint fewer' : 'mint fewer, and the rest into another collection'
  const holds = `The collection "${collection.id}" holds at most ${limit} NFTs`
  throw new CoreError(
    'supply.exceeded',
    setAside > collection.purchased
      ? `${holds}, of which ${setAside} are set aside for sale, and only ${left} more can be minted, not ${more}: change payments.saleSupply of the collection (PATCH), raise its limit, or mint fewer.`
      : `${holds}, and only ${left} more can be minted, not ${more}: ${cure}.`,
  )
}

/** How many tokens count against the limit, without the sale's: minted, under way, still to be added by runs, or on chain without our mint. */
export async function tokensTaken(db: Db, collectionPk: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    select (select coalesce(sum(amount), 0) from mints where collection_pk = ${collectionPk} and state not in ('failed', 'cancelled'))
         + (select coalesce(sum(units), 0) from entering where collection_pk = ${collectionPk})
         + (select case fungibility
              when 'semi-fungible' then max(0, (select count(*) from known_mints where collection_pk = ${collectionPk})
                - (select count(*) from mints where collection_pk = ${collectionPk} and state = 'succeeded' and ${inNoBatch()}))
              else (select count(*) from known_mints k where k.collection_pk = ${collectionPk}
                and not ${bearsToken('k.collection_pk', 'k.token_id')}) end
            from collections where pk = ${collectionPk}) as taken`.execute(db)
  return rows[0]?.taken ?? 0
}

/** An upper bound of `tokensTaken`: every row of the journal, whatever its state, and those that are still to be added. */
async function rowsAtMost(db: Db, collectionPk: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from mints where collection_pk = ${collectionPk})
         + (select coalesce(sum(units), 0) from entering where collection_pk = ${collectionPk})
         + (select count(*) from known_mints where collection_pk = ${collectionPk}) as n`.execute(db)
  return rows[0]?.n ?? 0
}
