/** Passkeys of people who sign in. */
import { z } from 'zod'
import type { Store } from '../sqlite/open.ts'

export interface StoredPasskey {
  /** The credential's id, base64url. */
  id: string
  personId: string
  name: string
  /** COSE. */
  publicKey: Buffer
  counter: number
  transports: string[]
  createdAt: number
}

/**
 * Adds a passkey of a person.
 * @param password the person's stored password (hashed) when the passkey was offered; a new link removes it, with all that let the person in
 * @returns false where the stored password is another one by now, or gone
 */
export async function addPasskey(
  db: Store,
  { id, personId, name, ...key }: StoredPasskey,
  password: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeys')
    .columns(['id', 'name', 'person_id', 'public_key', 'counter', 'transports', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('people')
        .select([
          ...([eb.val(id).as('id'), eb.val(name).as('name'), 'people.id as person_id'] as const),
          ...([eb.val(key.publicKey).as('public_key'), eb.val(key.counter).as('counter')] as const),
          ...([
            eb.val(JSON.stringify(key.transports)).as('transports'),
            eb.val(key.createdAt).as('created_at'),
          ] as const),
        ])
        .where('people.id', '=', personId)
        .where('people.password', '=', password),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** One by its id, or all of a person, oldest first. */
export async function findPasskeys(db: Store, by: { id: string } | { personId: string }): Promise<StoredPasskey[]> {
  const all = db.selectFrom('passkeys').selectAll().orderBy('created_at')
  const rows = await ('id' in by ? all.where('id', '=', by.id) : all.where('person_id', '=', by.personId)).execute()
  return rows.map(({ id, name, counter, ...row }) => ({
    ...{ id, name, counter, personId: row.person_id, publicKey: row.public_key, createdAt: row.created_at },
    transports: z.array(z.string()).parse(JSON.parse(row.transports)),
  }))
}

/**
 * Notes that a person signed in with a passkey.
 * @param counter what its authenticator counts
 * @returns the person's stored password (hashed); null where the passkey is gone meanwhile
 */
export async function notePasskeyUse(db: Store, id: string, counter: number, now: number): Promise<string | null> {
  return await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('passkeys')
      .set({ counter })
      .where('id', '=', id)
      .returning('person_id')
      .executeTakeFirst()
    if (row === undefined) return null
    const person = await tx
      .updateTable('people')
      .set({ seen_at: now })
      .where('id', '=', row.person_id)
      .returning('password')
      .executeTakeFirst()
    return person?.password ?? null
  })
}

export async function removePasskey(db: Store, personId: string, id: string): Promise<void> {
  await db.deleteFrom('passkeys').where('id', '=', id).where('person_id', '=', personId).execute()
}
