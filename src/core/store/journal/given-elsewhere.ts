import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../tables/schema.ts'
import { type ContentBefore, contentBefore, keepContentBefore } from './content-before.ts'

type Db = Kysely<Database> | Transaction<Database>

/** A mint that asks for another recipient here than the chain gave it to, and what it asks for. */
export interface Elsewhere {
  given: string
  before: ContentBefore
}

/**
 * Which of these mints ask for another recipient than the chain gave them to, before they are entered as minted. Writes down the addresses
 * that they ask for, where these are not yet.
 * @param minted `recipient`: whom the chain gave it to; `asked`: the address that it asks for here
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
 * Says of mints that were entered as minted whom the chain gave them to, where they still ask for somebody else; what they asked for stays in
 * their history, with why.
 * @param entered those that were entered
 * @returns how many
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
      // One that was restored to what it asked for before it was corrected may be the chain's by that.
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
