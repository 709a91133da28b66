import type { z } from 'zod'
import type { Store } from '../sqlite/open.ts'

/** A setting of the installation; undefined when it was never made, or is of a form that this version does not know. */
export async function readSetting<Schema extends z.ZodType>(
  db: Store,
  key: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row === undefined ? undefined : schema.safeParse(JSON.parse(row.value)).data
}

/** Stores a setting of the installation; undefined removes it. */
export async function writeSetting(db: Store, key: string, value: unknown): Promise<void> {
  if (value === undefined) {
    await db.deleteFrom('settings').where('key', '=', key).execute()
    return
  }
  const text = JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
    .execute()
}
