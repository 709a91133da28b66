/** People who sign in at a server: who they are, and the one link that each may have. */
import type { Role } from '../../../shared/app-api.ts'
import type { Store } from '../sqlite/open.ts'

export interface StoredPerson {
  id: string
  name: string
  role: Role
  password: string | null
  totp: string | null
  totpStep: number
  linkEndsAt: number | null
  linkTotp: string | null
  passkeys: number
  createdAt: number
  seenAt: number | null
}

/** The link of a person: its secret's hash, and the second factor that is set with it. */
export interface StoredLink {
  hash: Buffer
  totp: string
  /** Milliseconds since 1970. */
  endsAt: number
}

function select(db: Store) {
  return db.selectFrom('people').select((eb) => [
    'id',
    'name',
    'role',
    'password',
    'totp',
    'totp_step as totpStep',
    'link_ends_at as linkEndsAt',
    'link_totp as linkTotp',
    'created_at as createdAt',
    'seen_at as seenAt',
    eb
      .selectFrom('passkeys')
      .whereRef('passkeys.person_id', '=', 'people.id')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .as('counted'),
  ])
}

function shown({ counted, ...row }: Omit<StoredPerson, 'passkeys'> & { counted: number | null }): StoredPerson {
  return { ...row, passkeys: counted ?? 0 }
}

/** All people, by name. */
export async function listPeople(db: Store): Promise<StoredPerson[]> {
  return (await select(db).orderBy('name').execute()).map(shown)
}

export async function findPerson(db: Store, by: { name: string } | { id: string }): Promise<StoredPerson | undefined> {
  const all = select(db)
  const row = await ('name' in by ? all.where('name', '=', by.name) : all.where('id', '=', by.id)).executeTakeFirst()
  return row && shown(row)
}

/** The person whom a link is for, as long as the link was not used and has not expired. */
export async function findLinked(db: Store, hash: Buffer, now: number): Promise<StoredPerson | undefined> {
  const row = await select(db).where('link_hash', '=', hash).where('link_ends_at', '>', now).executeTakeFirst()
  return row && shown(row)
}

/** @returns whether the name was free */
export async function addPerson(
  db: Store,
  { id, name, role, link, now }: { id: string; name: string; role: Role; link: StoredLink; now: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('people')
    .values({
      ...{ id, name, role, password: null, totp: null, created_at: now },
      ...{ link_hash: link.hash, link_totp: link.totp, link_ends_at: link.endsAt },
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Replaces all that let a person in (password, codes, passkeys, sessions) by a new link. @returns whether there is such a person */
export async function relinkPerson(db: Store, name: string, link: StoredLink): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('people')
      .set({ link_hash: link.hash, link_totp: link.totp, link_ends_at: link.endsAt, password: null, totp: null })
      .where('name', '=', name)
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) return false
    await tx.deleteFrom('passkeys').where('person_id', '=', row.id).execute()
    await tx.deleteFrom('sessions').where('person_id', '=', row.id).execute()
    return true
  })
}

/** Uses a link up. @returns the person's id; undefined when it was used before, or has expired */
export async function acceptLink(
  db: Store,
  hash: Buffer,
  { password, step, now }: { password: string; step: number; now: number },
): Promise<string | undefined> {
  const row = await db
    .updateTable('people')
    .set((eb) => ({
      ...{ password, totp: eb.ref('link_totp'), totp_step: step, seen_at: now },
      ...{ link_hash: null, link_totp: null, link_ends_at: null },
    }))
    .where('link_hash', '=', hash)
    .where('link_ends_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Notes that a person signed in with a code.
 * @param password the stored form (hashed) of the password that came with it
 * @returns false where this code or a later one was used before, or the password was removed meanwhile
 */
export async function takeCode(
  db: Store,
  { id, password }: { id: string; password: string },
  step: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('people')
    .set({ totp_step: step, seen_at: now })
    .where('id', '=', id)
    .where('password', '=', password)
    .where('totp_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gives a person a role, or removes them (null) with sessions and passkeys; never the last admin while other people are there. */
export async function changePerson(
  db: Store,
  name: string,
  role: Role | null,
): Promise<'done' | 'unknown' | 'lastAdmin'> {
  return await db.transaction().execute(async (tx) => {
    const all = await tx.selectFrom('people').select(['name', 'role']).execute()
    const found = all.find((one) => one.name === name)
    if (found === undefined) return 'unknown'
    const others = all.filter((one) => one !== found)
    const isNeeded = role === null ? others.length > 0 : true
    if (role !== 'admin' && found.role === 'admin' && isNeeded && !others.some((one) => one.role === 'admin'))
      return 'lastAdmin'
    if (role === null) await tx.deleteFrom('people').where('name', '=', name).execute()
    else await tx.updateTable('people').set({ role }).where('name', '=', name).execute()
    return 'done'
  })
}
