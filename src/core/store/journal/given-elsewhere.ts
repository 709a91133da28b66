import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'
import { type ContentBefore, contentBefore, keepContentBefore } from './content-before.ts'

type Db = Kysely<Database> | Transaction<Database>

/** A mint that the chain gave to another recipient (`given`) than this journal asks for. `before`: what the journal asks for. */
export interface Elsewhere {
  given: string
  before: ContentBefore
}

/**
 * Finds mints that the chain gave to another recipient than this journal asks for, before they are entered as minted. Stores the requested
 * addresses that the journal lacks.
 * @param minted `recipient`: the recipient on the chain; `asked`: the address that this journal asks for
 */
export async function askedElsewhere(
  db: Db,
  minted: readonly { pk: number; recipient?: string | null; asked?: string }[],
  now: number,
): Promise<Elsewhere[]> {
  const withRecipient = minted.flatMap(({ pk, recipient, asked }) =>
    recipient == null ? [] : [[pk, recipient, asked ?? null]],
  )
  if (withRecipient.length === 0) return []
  const rows = JSON.stringify(withRecipient)
  await sql`update mints set address = m.value ->> 2 from json_each(${rows}) as m
            where mints.pk = m.value ->> 0 and mints.address is null and m.value ->> 2 is not null`.execute(db)
  const { rows: other } = await sql<{ pk: number; given: string }>`
    select mints.pk, m.value ->> 1 as given from json_each(${rows}) as m cross join mints on mints.pk = m.value ->> 0
    where lower(coalesce(mints.address, '')) <> lower(m.value ->> 1)`.execute(db)
  if (other.length === 0) return []
  const given = new Map(other.map((one) => [one.pk, one.given]))
  const before = await contentBefore(db, [...given.keys()], now)
  return before.map((one) => ({ given: given.get(one.mint_pk) ?? '', before: one }))
}

/**
 * Sets the recipient of mints that were entered as minted to the chain's, where the journal says another. `corrections` keeps what they
 * asked for, and why that changed.
 * @param entered keys of the mints that were entered
 * @returns how many mints were changed
 */
export async function giveElsewhere(
  db: Db,
  elsewhere: readonly Elsewhere[],
  entered: ReadonlySet<number>,
): Promise<number> {
  let changed = 0
  for (const { given, before } of elsewhere) {
    if (!entered.has(before.mint_pk)) continue
    const { numUpdatedRows } = await db
      .updateTable('mints')
      .set({
        recipient: sql<string>`(select chain from collections where collections.pk = mints.collection_pk) || ':' || ${given}`,
        address: given,
      })
      .where('pk', '=', before.mint_pk)
      // `restoreCorrected` may have restored the chain's recipient already.
      .where(sql<boolean>`lower(coalesce(address, '')) <> lower(${given})`)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) continue
    changed++
    const why = 'The chain gave this NFT to somebody else: another copy of this database had changed its recipient.'
    const error_message = before.error_message ? `${before.error_message} ${why}` : why
    const ended = { error_code: 'mint.elsewhere', error_message, failed_at: before.failed_at ?? before.corrected_at }
    await keepContentBefore(db, [{ ...before, ...ended }], randomUUID)
  }
  return changed
}
